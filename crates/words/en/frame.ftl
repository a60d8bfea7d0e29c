## Small words
none = none
nothing = nothing
yes = yes
no = no
and = { $first } and { $last }
or = { $first } or { $last }
points = { $points -> [one] { $points } point *[other] { $points } points }

## The frame
title = Durbar
skip-link = Skip to the content
nav-main = Main
nav-start = Games
nav-tables = My tables
nav-replay = Replay
settings = Settings
settings-language = Language
settings-theme = Appearance
theme-system = As the system
theme-light = Light
theme-dark = Dark
settings-speed = Speed of others' moves
speed-slow = Slow
speed-normal = Normal
speed-fast = Fast
speed-instant = At once
settings-name = Your name
close = Close
back-to-start = To the games
lost-title = Nothing is here
lost-text = The address leads nowhere. Perhaps the table is kept in another browser, or a letter of the link is missing.
storage-off = This browser keeps nothing: games are lost when the page is closed.
panic-title = Something broke
panic-text = The page made a mistake and stopped. Your local games are saved.
reload = Reload

## The start page
start-heading = Three journeys through India
start-lead = Play at once against bots, on one sofa, or with friends far away.
players-range = { $from } to { $to } players
by-author = by { $name }
play-now = Play now
play-now-about = You against { $bots -> [0] { $automatic } [one] a bot *[other] { $bots } bots }{ $bots -> [0] { "" } *[other] , { $level } }
new-table = New table
go-on = Go on playing
level = Level of the bots
level-easy = easy
level-medium = medium
level-hard = hard
level-expert = expert
bot-0 = Asha
bot-1 = Bharat
bot-2 = Chitra
bot-3 = Dev
bot-4 = Esha
you-name = Player
player-number = Player { $number }

## A new table
new-title = New table: { $game }
new-seats = Who plays
seat-number = Seat { $number }
seat-kind = Who sits on seat { $number }
seat-person = A person here
seat-bot = Bot, { $level }
seat-name = Name on seat { $number }
new-options = Variants
begin = Begin
option-players-label = Number of players
problem = This did not work: { $problem }

## A table
table-title = { $game }, a table
prompt-yours = { $name }: { $what }
prompt-theirs = { $name } decides.
prompt-bot = { $name } is thinking …
prompt-several = { $names } decide.
prompt-over = The game is over.
prompt-replay = After move { $number } of { $count }
choices = What you can do
undo = Take back
resign = Let a bot play on
resign-sure = A bot will play on for you. Sure?
come-back = Play myself again
rematch = Rematch
watch-replay = Replay
download-record = Download the record
log = What happened
log-empty = Nothing has happened yet.
players = Players
to-decide = to decide
played-by-bot = a bot plays on
away = away
bot-of-level = bot, { $level }
took-back = { $name } takes back the last action.
resigned = A bot plays on for { $name }.
came-back = { $name } plays again.
position = The position
curtain-title = { $name }, it is your decision
curtain-text = Hand the screen over. Nobody else should look now.
curtain-open = I am { $name }
bots-broke = The bots stopped thinking: { $problem }
zoom-in = Closer
zoom-out = Farther

## The end
end-title = Result
end-wins = { $names -> *[other] { $names } } wins!
end-share = { $names } share the victory!
end-lost = { $name } wins. Another time!
end-rank = Rank
end-player = Player
end-points = Points
end-sources = Points by source
end-course = Course of the score
end-course-about = Points of each player from the first move to the last.

## Tables
tables-title = My tables
tables-local = On this device
tables-none = No table yet. Begin a game, and it will be kept here.
table-over = over
table-running = running
table-waiting = waiting for players
table-open = Open
table-forget = Delete
table-forget-named = Delete { $what }
table-open-named = Open { $what }
table-damaged = This table cannot be restored: { $problem }
with = with { $names }

## Replay
replay-title = Replay
replay-lead = Open the record of any game. It is checked move by move.
replay-file = A record from a file
replay-text = Or the text of a record
replay-open = Open the record
replay-bad = This record does not replay: { $problem }
replay-first = To the beginning
replay-back = One move back
replay-forward = One move on
replay-last = To the end
replay-slider = Move
replay-eyes = Whose eyes
replay-all = All-seeing
replay-public = Spectator
