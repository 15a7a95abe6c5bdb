-- Closures, upvalues, varargs, recursion and to-be-closed variables.
local function counter(step)
  local n = 0
  return function (by) n = n + (by or step); return n end, function () return n end
end

local inc, get = counter(3)
print(inc(), inc(10), get())

local makers = {}
for i = 1, 4 do makers[i] = function () i = i * 2; return i end end
print(makers[1](), makers[1](), makers[4](), makers[2]())

local function pack2(...) return select("#", ...), {...} end
local n, list = pack2(nil, 2, nil)
print(n, list[2], (select(-1, "a", "b", "c")))
print(pcall(select, 0))
print(table.unpack({1, 2, 3}, 2))
print((function (...) return ... end)(1, 2, 3))

local function ackermann(m, k)
  if m == 0 then return k + 1 end
  if k == 0 then return ackermann(m - 1, 1) end
  return ackermann(m - 1, ackermann(m, k - 1))
end
print(ackermann(2, 3))

local function loop(k, total) if k == 0 then return total end return loop(k - 1, total + k) end
print(loop(20000, 0))
print(pcall(function () local function deep(k) return 1 + deep(k + 1) end return deep(1) end))

do
  local first <close> = setmetatable({}, {__close = function (_, e) print("close first", e) end})
  local second <close> = setmetatable({}, {__close = function (_, e) print("close second", e) end})
  local fixed <const> = 12
  print("in the block", fixed)
end

print(pcall(function ()
  local guard <close> = setmetatable({}, {__close = function (_, e) print("closing for", e); error("again", 0) end})
  error("first", 0)
end))
print(pcall(function () local bad <close> = 42 end))

local function shared()
  local x = 1
  return function () x = x + 1 return x end, function () return x * 100 end
end
local f, g = shared()
local h = shared()
f() f()
print(g(), debug.getupvalue(f, 1))
debug.upvaluejoin(f, 1, h, 1)
print(f(), g(), debug.upvalueid(f, 1) == debug.upvalueid(h, 1))
debug.setupvalue(f, 1, 50)
print(f())
