-- Tables: array and hash parts, the table library, sorting, iteration, length, deletion while traversing.
local t = {10, 20, 30, nil, 50, x = 1, ["y z"] = 2, [3.0] = "three", [1.5] = "half", [true] = "yes"}
print(t[1], t[3], t.x, t["y z"], t[1.5], t[true], t[nil], t[-1])
print(select("#", table.unpack({1, nil, 3}, 1, 3)), table.concat({1, 2, 3}, ", "), table.concat({}, "x"), table.concat({1, "b", 2.5}))
print(pcall(table.concat, {1, {}, 3}), table.concat({1, 2, 3}, "-", 2, 3))

local list = {}
for i = 1, 100 do list[#list + 1] = (i * 37) % 101 end
table.sort(list)
print(list[1], list[50], list[100])
table.sort(list, function (a, b) return a > b end)
print(list[1], list[50], list[100])
local words = {"pear", "apple", "fig", "banana", "cherry", "date"}
table.sort(words, function (a, b) if #a ~= #b then return #a < #b end return a < b end)
print(table.concat(words, " "))
print(pcall(table.sort, {3, 1, "x"}), pcall(table.sort, {1, 2, 3, 4, 5}, function () return true end))
local equal = {} for i = 1, 200 do equal[i] = i % 3 end
table.sort(equal) print(equal[1], equal[100], equal[200])
local big = {} for i = 1, 3000 do big[i] = (i * 7919) % 3001 end
table.sort(big) print(big[1], big[1500], big[3000])

table.insert(list, 1, "first") table.insert(list, "last") print(list[1], #list, list[#list])
print(table.remove(list), table.remove(list, 1), #list, table.remove({}), table.remove({}, 0), table.remove({5}, 1))
print(pcall(table.insert, {1, 2}, 9, 3), pcall(table.remove, {1, 2}, 9), pcall(table.insert, {}, 1, 2, 3), pcall(table.insert, 1, 2))
print(table.concat(table.move({1, 2, 3, 4}, 2, 4, 1), ","), table.concat(table.move({1, 2, 3}, 1, 3, 2), ","), #table.move({1, 2}, 1, 2, 1, {}))
print(pcall(table.move, {}, 1, math.maxinteger, 2), table.pack(1, nil, 3).n, pcall(table.unpack, {}, 1, 1e8))

local keys = {}
for k in pairs {a = 1, b = 2, c = 3, 4, 5} do keys[#keys + 1] = tostring(k) end
table.sort(keys) print(table.concat(keys, " "))
for i, v in ipairs {1, 2, nil, 4} do io.write(i, "=", v, " ") end print()
local holes = {} for i = 1, 64 do holes[i] = i end
for i = 1, 64 do if i % 2 == 0 then holes[i] = nil end end
local left = 0 for k, v in pairs(holes) do left = left + v; holes[k] = nil end print(left, next(holes))
print(pcall(next, {}, "no such key"), rawlen({1, 2}), rawlen("abc"), rawequal(t, t), rawget(t, "x"), rawset({}, 1, 2)[1])
print(pcall(function () t[nil] = 1 end), pcall(function () t[0/0] = 1 end), pcall(rawset, t, nil, 1))

local sparse = {[1 << 40] = "far", [-5] = "minus", [2^53] = "float key"}
print(sparse[1 << 40], sparse[-5], sparse[1 << 53], #sparse)
local grown = {}
for i = 1, 2000 do grown["k" .. i] = i; grown[i] = -i end
local sum = 0 for k, v in pairs(grown) do sum = sum + v end print(sum, #grown)
for i = 2000, 1, -1 do grown[i] = nil end print(#grown)
local nested = {a = {b = {c = {1, 2, {3}}}}} print(nested.a.b.c[3][1], #nested.a.b.c)
local fields = {} for i = 1, 120 do fields[i] = i end print(#{table.unpack(fields)}, #{table.unpack(fields, 1, 60), 1})
for i = 10, 1, -3 do io.write(i, " ") end for i = 1, 0 do io.write("never") end for x = 0, 1, 0.25 do io.write(x, " ") end print()
for i = math.maxinteger - 1, math.maxinteger do io.write(i, " ") end for i = 3, 1.5, -1 do io.write(i, " ") end print()
print(pcall(function () for i = 1, 2, 0 do end end), pcall(function () for i = "a", 2 do end end), pcall(function () for i = 1, {} do end end))
local weak = setmetatable({}, {__mode = "k"}) weak[{}] = 1 collectgarbage() print(next(weak))
