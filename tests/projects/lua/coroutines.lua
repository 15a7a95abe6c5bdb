-- Coroutines: values in and out, errors, wrapping, closing, status, yields across pcall and metamethods.
local co = coroutine.create(function (a, b)
  print("start", a, b)
  local c = coroutine.yield(a + b)
  print("got", c)
  local d, e = coroutine.yield(c * 2)
  print("got", d, e)
  return "done", d + e
end)
print(coroutine.status(co), coroutine.resume(co, 1, 2))
print(coroutine.status(co), coroutine.resume(co, 10))
print(coroutine.resume(co, 3, 4))
print(coroutine.status(co), coroutine.resume(co))

local function walk(tree)
  if tree then walk(tree[1]); coroutine.yield(tree.v); walk(tree[2]) end
end
local tree = {{{nil, nil, v = 1}, {nil, nil, v = 3}, v = 2}, {nil, {nil, nil, v = 9}, v = 6}, v = 5}
for v in coroutine.wrap(function () walk(tree) end) do io.write(v, " ") end
print()

local bad = coroutine.wrap(function () error({code = 7}) end)
local ok, e = pcall(bad)
print(ok, type(e), e.code)
local text = coroutine.wrap(function () error("text") end)
print(pcall(text))
print(coroutine.resume(coroutine.create(function () local x = nil; return x.y end)))
print(coroutine.isyieldable(), coroutine.running())
print(pcall(coroutine.yield, 1))
print(coroutine.resume(coroutine.running()))

local inside = coroutine.create(function ()
  print(pcall(function () print(coroutine.yield("in pcall")); error("after yield", 0) end))
  local t = setmetatable({}, {
    __index = function (_, k) return coroutine.yield("index " .. k) end,
    __add = function () return coroutine.yield("add") end,
    __lt = function () return coroutine.yield("less") end,
    __concat = function () return coroutine.yield("concat") end,
    __eq = function () return coroutine.yield("equal") end,
    __call = function (_, x) return coroutine.yield("call " .. x) end,
    __len = function () return coroutine.yield("length") end,
  })
  local u = setmetatable({}, getmetatable(t))
  print(t.name, t + 1, t < u, t .. "x", t == u, t(5), #t)
  for k in function () return coroutine.yield("iterate") end do print("item", k); break end
  table.sort({3, 1, 2}, function (a, b) return a < b end)
  print(select(2, pcall(table.sort, {3, 1, 2}, function () coroutine.yield() end)))
  return "end"
end)
local answer = nil
repeat
  local fine, what = coroutine.resume(inside, answer)
  print("->", fine, what)
  answer = (what == "less" or what == "equal") and true or 42
until coroutine.status(inside) == "dead"

local closing = coroutine.create(function ()
  local x <close> = setmetatable({}, {__close = function () print("closed") end})
  coroutine.yield(1)
end)
coroutine.resume(closing)
print(coroutine.close(closing), coroutine.status(closing))
print(pcall(coroutine.close, coroutine.running()))
local failing = coroutine.create(function ()
  local x <close> = setmetatable({}, {__close = function () error("in close", 0) end})
  coroutine.yield(1)
end)
coroutine.resume(failing)
print(coroutine.close(failing))
print(select("#", table.unpack({}, 1, 200)))
local function many(n) if n > 0 then return coroutine.wrap(function () return many(n - 1) end)() end return "deep" end
print(many(100))
print(pcall(many, 250))
