## Small words
none = keine
nothing = nichts
yes = ja
no = nein
and = { $first } und { $last }
or = { $first } oder { $last }
points = { $points -> [one] { $points } Punkt *[other] { $points } Punkte }

## The frame
title = Durbar
skip-link = Zum Inhalt springen
nav-main = Hauptmenü
nav-start = Spiele
nav-tables = Meine Tische
nav-replay = Wiedergabe
settings = Einstellungen
settings-language = Sprache
settings-theme = Darstellung
theme-system = Wie das System
theme-light = Hell
theme-dark = Dunkel
settings-speed = Tempo fremder Züge
speed-slow = Langsam
speed-normal = Normal
speed-fast = Schnell
speed-instant = Sofort
settings-name = Dein Name
close = Schließen
back-to-start = Zu den Spielen
lost-title = Hier ist nichts
lost-text = Die Adresse führt nirgendwohin. Vielleicht liegt der Tisch in einem anderen Browser, oder dem Link fehlt ein Zeichen.
storage-off = Dieser Browser speichert nichts: Spiele gehen beim Schließen der Seite verloren.
panic-title = Etwas ist kaputtgegangen
panic-text = Die Seite hat einen Fehler gemacht und angehalten. Deine lokalen Spiele sind gespeichert.
reload = Neu laden

## The start page
start-heading = Drei Reisen durch Indien
start-lead = Sofort gegen Bots spielen, gemeinsam an einem Bildschirm oder mit Freunden in der Ferne.
players-range = { $from } bis { $to } Personen
by-author = von { $name }
play-now = Sofort spielen
play-now-about = Du gegen { $bots -> [0] { $automatic } [one] einen Bot *[other] { $bots } Bots }{ $bots -> [0] { "" } *[other] , { $level } }
new-table = Neuer Tisch
go-on = Weiterspielen
level = Stufe der Bots
level-easy = leicht
level-medium = mittel
level-hard = schwer
level-expert = Experte
bot-0 = Asha
bot-1 = Bharat
bot-2 = Chitra
bot-3 = Dev
bot-4 = Esha
you-name = Spieler
player-number = Spieler { $number }

## A new table
new-title = Neuer Tisch: { $game }
new-seats = Wer spielt
seat-number = Platz { $number }
seat-kind = Wer auf Platz { $number } sitzt
seat-person = Eine Person hier
seat-bot = Bot, { $level }
seat-name = Name auf Platz { $number }
new-options = Varianten
begin = Beginnen
option-players-label = Zahl der Personen
problem = Das ging nicht: { $problem }

## A table
table-title = { $game }, ein Tisch
prompt-yours = { $name }: { $what }
prompt-theirs = { $name } entscheidet.
prompt-bot = { $name } überlegt …
prompt-several = { $names } entscheiden.
prompt-over = Das Spiel ist zu Ende.
prompt-replay = Nach Zug { $number } von { $count }
choices = Was du tun kannst
undo = Zurücknehmen
resign = Bot weiterspielen lassen
resign-sure = Ein Bot spielt für dich weiter. Sicher?
come-back = Wieder selbst spielen
rematch = Revanche
watch-replay = Wiedergabe
download-record = Partie herunterladen
log = Was geschah
log-empty = Noch ist nichts geschehen.
players = Mitspielende
to-decide = am Zug
played-by-bot = ein Bot spielt weiter
away = abwesend
bot-of-level = Bot, { $level }
took-back = { $name } nimmt die letzte Aktion zurück.
resigned = Ein Bot spielt für { $name } weiter.
came-back = { $name } spielt wieder selbst.
position = Die Stellung
curtain-title = { $name }, du entscheidest
curtain-text = Gib den Bildschirm weiter. Niemand sonst sollte jetzt hinsehen.
curtain-open = Ich bin { $name }
bots-broke = Die Bots haben aufgehört zu denken: { $problem }
zoom-in = Näher heran
zoom-out = Weiter weg

## The end
end-title = Ergebnis
end-wins = { $names -> *[other] { $names } } gewinnt!
end-share = { $names } teilen sich den Sieg!
end-lost = { $name } gewinnt. Beim nächsten Mal!
end-rank = Rang
end-player = Person
end-points = Punkte
end-sources = Punkte nach Herkunft
end-course = Verlauf der Punkte
end-course-about = Punkte aller vom ersten bis zum letzten Zug.

## Tables
tables-title = Meine Tische
tables-local = Auf diesem Gerät
tables-none = Noch kein Tisch. Beginne ein Spiel, und es wird hier aufbewahrt.
table-over = zu Ende
table-running = läuft
table-waiting = wartet auf Mitspielende
table-open = Öffnen
table-forget = Löschen
table-forget-named = { $what } löschen
table-open-named = { $what } öffnen
table-damaged = Dieser Tisch lässt sich nicht wiederherstellen: { $problem }
with = mit { $names }

## Replay
replay-title = Wiedergabe
replay-lead = Öffne die Aufzeichnung eines Spiels. Sie wird Zug für Zug geprüft.
replay-file = Aufzeichnung aus einer Datei
replay-text = Oder der Text einer Aufzeichnung
replay-open = Aufzeichnung öffnen
replay-bad = Diese Aufzeichnung lässt sich nicht abspielen: { $problem }
replay-first = Zum Anfang
replay-back = Einen Zug zurück
replay-forward = Einen Zug weiter
replay-last = Zum Ende
replay-slider = Zug
replay-eyes = Wessen Augen
replay-all = Alles sehend
replay-public = Publikum
