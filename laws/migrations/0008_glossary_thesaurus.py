import django.core.validators
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('laws', '0007_search_postgres'),
    ]

    operations = [
        migrations.CreateModel(
            name='Generation',
            fields=[
                ('name', models.CharField(max_length=20, primary_key=True, serialize=False)),
                ('mark', models.BigIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name='Synonyms',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('words', models.TextField(help_text='With commas: jack, knave. One form of a word stands for all of them.', max_length=1000, validators=[django.core.validators.RegexValidator("^[^\\W_][\\w’', -]*$", 'Write words and phrases in small letters, with commas: pack, deck.')])),
                ('means', models.TextField(blank=True, help_text='Only where it works one way. “board” above and “dummy” here: who asks for the board finds dummy, not the reverse.', max_length=1000, validators=[django.core.validators.RegexValidator("^[^\\W_][\\w’', -]*$", 'Write words and phrases in small letters, with commas: pack, deck.')], verbose_name='means, one way')),
                ('note', models.CharField(blank=True, help_text='Why it is here, for other editors.', max_length=200)),
                ('shipped', models.TextField(blank=True, default='', editable=False, help_text='The line of the shipped thesaurus that it came from, by which it is known again.')),
                ('in_use', models.BooleanField(default=True, help_text='A meaning that came with the casebook is put out of use, not deleted.', verbose_name='in use')),
            ],
            options={
                'verbose_name': 'set of synonyms',
                'verbose_name_plural': 'thesaurus',
                'ordering': ['words'],
            },
        ),
        migrations.CreateModel(
            name='Term',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('word', models.CharField(help_text='As the laws write it, in small letters: odd trick.', max_length=60, validators=[django.core.validators.RegexValidator('[\\[\\]<>{}|]', 'Write plain words, without brackets or other signs.', inverse_match=True)])),
                ('slug', models.SlugField(blank=True, help_text='Its place on the glossary page. It is made from the word where this is left empty.', max_length=60, unique=True, validators=[django.core.validators.RegexValidator('^[a-z0-9]+(?:-[a-z0-9]+)*$', 'Use small letters, digits and single hyphens: auction-1912.')], verbose_name='address')),
                ('forms', models.CharField(blank=True, help_text='Other ways in which the texts write it, with commas: odd tricks. Only what is listed here is recognised.', max_length=300, validators=[django.core.validators.RegexValidator('[\\[\\]<>{}|]', 'Write plain words, without brackets or other signs.', inverse_match=True)], verbose_name='other forms')),
                ('definition', models.TextField(help_text='What it means, in plain words of our own: a sentence or two.', max_length=1000)),
                ('games', models.CharField(blank=True, help_text='Where it means this in some games alone: their names as the codes have them, with commas. Empty for all.', max_length=200)),
                ('see', models.CharField(blank=True, help_text='Other words of the glossary, with commas.', max_length=200, verbose_name='see also')),
                ('in_texts', models.BooleanField(default=True, help_text='The first time that a text uses the word it is underlined, and the meaning is a tap away. Not for words that all know.', verbose_name='explained in the texts')),
                ('edition', models.ForeignKey(blank=True, help_text='Where it means this in one code alone.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='terms', to='laws.edition')),
            ],
            options={
                'verbose_name': 'glossary term',
                'ordering': ['word', 'slug'],
            },
        ),
    ]
