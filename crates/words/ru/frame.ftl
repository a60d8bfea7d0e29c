## Small words
none = нет
nothing = ничего
yes = да
no = нет
and = { $first } и { $last }
or = { $first } или { $last }
points = { $points -> [one] { $points } очко [few] { $points } очка *[many] { $points } очков }

## The frame
title = Дурбар
skip-link = Перейти к содержанию
nav-main = Главное меню
nav-start = Игры
nav-tables = Мои столы
nav-replay = Повтор партии
settings = Настройки
settings-language = Язык
settings-theme = Оформление
theme-system = Как в системе
theme-light = Светлое
theme-dark = Тёмное
settings-speed = Скорость чужих ходов
speed-slow = Медленно
speed-normal = Обычно
speed-fast = Быстро
speed-instant = Сразу
settings-name = Ваше имя
close = Закрыть
back-to-start = К играм
lost-title = Здесь ничего нет
lost-text = Этот адрес никуда не ведёт. Возможно, стол сохранён в другом браузере или в ссылке не хватает буквы.
storage-off = Этот браузер ничего не сохраняет: партии пропадут, когда страница закроется.
panic-title = Что-то сломалось
panic-text = Страница допустила ошибку и остановилась. Ваши локальные партии сохранены.
reload = Перезагрузить

## The start page
start-heading = Три путешествия по Индии
start-lead = Играйте сразу против ботов, вместе за одним экраном или с друзьями на расстоянии.
players-range = Игроков: от { $from } до { $to }
by-author = автор: { $name }
play-now = Играть
play-now-about = Вы против: { $bots -> [0] { $automatic } *[other] ботов { $bots } }{ $bots -> [0] { "" } *[other] , { $level } }
new-table = Новый стол
go-on = Продолжить партию
level = Уровень ботов
level-easy = лёгкий
level-medium = средний
level-hard = сложный
level-expert = эксперт
bot-0 = Аша
bot-1 = Бхарат
bot-2 = Читра
bot-3 = Дэв
bot-4 = Эша
you-name = Игрок
player-number = Игрок { $number }

## A new table
new-title = Новый стол: { $game }
new-seats = Кто играет
seat-number = Место { $number }
seat-kind = Кто сидит на месте { $number }
seat-person = Человек здесь
seat-bot = Бот, { $level }
seat-name = Имя на месте { $number }
new-options = Варианты
begin = Начать
option-players-label = Число игроков
problem = Не получилось: { $problem }

## A table
table-title = { $game }, стол
prompt-yours = { $name }: { $what }
prompt-theirs = Решает { $name }.
prompt-bot = { $name } думает…
prompt-several = Решают { $names }.
prompt-over = Игра окончена.
prompt-replay = После хода { $number } из { $count }
choices = Что можно сделать
undo = Взять назад
resign = Передать ход боту
resign-sure = За вас продолжит бот. Уверены?
come-back = Снова играть самому
rematch = Реванш
watch-replay = Повтор
download-record = Скачать запись партии
log = Что произошло
log-empty = Пока ничего не произошло.
players = Игроки
to-decide = решает
played-by-bot = играет бот
away = не в сети
bot-of-level = бот, { $level }
took-back = { $name } берёт последнее действие назад.
resigned = Бот продолжает за игрока: { $name }.
came-back = { $name } снова играет.
position = Позиция
curtain-title = { $name }, ваше решение
curtain-text = Передайте экран. Остальным сейчас лучше не смотреть.
curtain-open = Я { $name }
bots-broke = Боты перестали думать: { $problem }
zoom-in = Ближе
zoom-out = Дальше

## The end
end-title = Итог
end-wins = Победа: { $names }!
end-share = Победу делят { $names }!
end-lost = { $name } побеждает. В другой раз!
end-rank = Место
end-player = Игрок
end-points = Очки
end-sources = Очки по источникам
end-course = Ход счёта
end-course-about = Очки каждого игрока от первого хода до последнего.

## Tables
tables-title = Мои столы
tables-local = На этом устройстве
tables-none = Пока нет столов. Начните игру, и она сохранится здесь.
table-over = окончена
table-running = идёт
table-waiting = ожидание игроков
table-open = Открыть
table-forget = Удалить
table-forget-named = Удалить: { $what }
table-open-named = Открыть: { $what }
table-damaged = Этот стол нельзя восстановить: { $problem }
with = игроки: { $names }

## Replay
replay-title = Повтор партии
replay-lead = Откройте запись любой партии. Она проверяется ход за ходом.
replay-file = Запись из файла
replay-text = Или текст записи
replay-open = Открыть запись
replay-bad = Эту запись нельзя воспроизвести: { $problem }
replay-first = В начало
replay-back = На ход назад
replay-forward = На ход вперёд
replay-last = В конец
replay-slider = Ход
replay-eyes = Чьими глазами
replay-all = Всё видно
replay-public = Зритель
