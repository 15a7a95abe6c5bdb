-- A program that does not compile: the message and the exit status count.
local ok = true
if ok then
  print("never printed"
end
