-- Closures, coroutines and objects that live long or not: a program for tests/bench/compare.py, which says how much is
-- done, in hundredths. It prints sums and uses no random numbers.

local size = tonumber(arg[1]) / 100

local function tree(depth)
    if depth == 0 then return {} end
    return {tree(depth - 1), tree(depth - 1)}
end

local function nodes(t)
    if not t[1] then return 1 end
    return 1 + nodes(t[1]) + nodes(t[2])
end

local function count_nodes(rounds)
    local kept, sum = tree(12), 0
    for _ = 1, rounds do sum = sum + nodes(tree(8)) end
    return sum + nodes(kept)
end

local function numbers(n)
    return coroutine.wrap(function () for i = 1, n do coroutine.yield(i) end end)
end

local function only(divisor, source)
    return function ()
        local value
        repeat value = source() until not value or value % divisor == 0
        return value
    end
end

local function add_all(source)
    local sum = 0
    for value in source do sum = sum + value end
    return sum
end

local Account = {}
Account.__index = Account
function Account.new() return setmetatable({balance = 0, log = {}}, Account) end
function Account:deposit(amount, ...)
    self.balance = self.balance + amount
    self.log[#self.log % 16 + 1] = select("#", ...)
    return self
end

local function deposits(n)
    local account = Account.new()
    for i = 1, n do account:deposit(i, i, i + 1) end
    return account.balance
end

print(count_nodes(1800 * size // 1), add_all(only(3, only(2, numbers(800000 * size // 1)))), deposits(1800000 * size // 1))
