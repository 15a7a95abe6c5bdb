-- Strings, patterns, sorting and compiling: a program for tests/bench/compare.py, which says how much is done, in
-- hundredths. It prints sums and uses no random numbers.

local size = tonumber(arg[1]) / 100

local words, x = {}, 1
for i = 1, 80000 * size // 1 do
    x = x * 16807 % 2147483647
    words[i] = string.format("w%x.%d", x, i % 13)
end
local text = table.concat(words, " ")

local count, length = {}, 0
for word, tail in text:gmatch("(%w+)%.(%d+)") do
    count[tail] = (count[tail] or 0) + 1
    length = length + #word
end

table.sort(words, function (a, b) return a:reverse() < b:reverse() end)
local replaced, n = text:gsub("w(%x)(%x)", "%2%1")

local sum = 0
for i = 1, #replaced do sum = (sum * 31 + replaced:byte(i)) % 1000003 end

local parts = {}
for i = 1, 60000 * size // 1 do parts[#parts + 1] = tostring(i):rep(3, "-"):upper() end
local load_sum = 0
for i = 1, 6000 * size // 1 do load_sum = load_sum + load("local a = ... return a * " .. i .. " + #'" .. words[i] .. "'")(i) end

print(#text, length, count["7"], words[1], n, sum, #table.concat(parts), load_sum)
