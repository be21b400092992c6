-- Requests of readers: pages and searches, in the proportion that PAGES and SEARCHES say, from the addresses that the file ADDRESSES lists.
local pages, searches, at = {}, {}, 0
function init(args)
  for line in io.lines(os.getenv("ADDRESSES")) do
    table.insert(line:find("^/search/") and searches or pages, line)
  end
  math.randomseed(1912)
end
function request()
  at = at + 1
  local from = (at % 11 == 0 and #searches > 0) and searches or pages
  return wrk.format("GET", from[math.random(#from)])
end
