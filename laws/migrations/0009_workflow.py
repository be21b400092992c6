"""Who may do what at the desk: four permissions of their own, and the groups Writers and Editors.

The permissions of Django's own making are stored after all migrations have run, too late for the groups; they are made here where they are
not there yet. Run again, this adds what is missing and takes nothing away that a site has changed.
"""

from django.db import migrations, models

OWN = {
    "submit_entry": "Can submit entries for review",
    "publish_entry": "Can publish entries, send them back, and change what is not a draft",
    "withdraw_entry": "Can withdraw entries",
    "restore_entry": "Can restore withdrawn entries",
}
ACTIONS = ("add", "change", "delete", "view")
DESK = ("lawtext", "etiquetteentry", "headedsection", "note", "ruling", "penaltyentry")
TYPED = (*DESK, "case", "penaltyrow", "footnote", "extract")  # what the form of an entry is made of


def permission(apps, using, model, codename, name):
    """The permission with this code name, made if it is not there."""
    content_type, _ = apps.get_model("contenttypes", "ContentType").objects.using(using).get_or_create(app_label="laws", model=model)
    rows = apps.get_model("auth", "Permission").objects.using(using)
    return rows.get_or_create(content_type=content_type, codename=codename, defaults={"name": name})[0]


def make_groups(apps, schema_editor):
    """Writers draft and submit; Editors do everything with the texts, but delete no code."""
    using = schema_editor.connection.alias
    ours = [model for model in apps.get_app_config("laws").get_models() if not model._meta.model_name.startswith("historical")]
    stock = {
        (model._meta.model_name, action): permission(
            apps, using, model._meta.model_name, f"{action}_{model._meta.model_name}", f"Can {action} {model._meta.verbose_name}"
        )
        for model in ours
        for action in ACTIONS
    }
    own = {codename: permission(apps, using, "entry", codename, name) for codename, name in OWN.items()}
    groups = apps.get_model("auth", "Group").objects.using(using)
    writers, _ = groups.get_or_create(name="Writers")
    writers.permissions.add(
        own["submit_entry"],
        stock["citation", "change"],
        *(row for (_, action), row in stock.items() if action == "view"),
        *(stock[model, action] for model in TYPED for action in ("add", "change")),
    )
    editors, _ = groups.get_or_create(name="Editors")
    editors.permissions.add(*own.values(), *(row for key, row in stock.items() if key != ("edition", "delete")))


class Migration(migrations.Migration):
    dependencies = [
        ("laws", "0008_glossary_thesaurus"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="entry",
            options={
                "ordering": ["edition__order", "kind", "position"],
                "permissions": list(OWN.items()),
                "verbose_name_plural": "entries",
            },
        ),
        migrations.AddField(
            model_name="historicalentry",
            name="facets",
            field=models.JSONField(editable=False, null=True),
        ),
        migrations.AlterField(
            model_name="historicalentry",
            name="history_change_reason",
            field=models.CharField(max_length=300, null=True),
        ),
        migrations.RunPython(make_groups, migrations.RunPython.noop),
    ]
