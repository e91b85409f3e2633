-- Counters of a quarter hour, at one of which the day of every time zone starts. What is left of a day's counter without the events
-- that are kept was deleted: when it happened is no longer known, so it counts at noon UTC.
drop index activity_by_day;

update activity set events = activity.events - kept.events
from (
  select day, type, count(*) as events
  from (select cast(floor(at / 86400000) as bigint) as day, type from events) dated group by day, type
) kept
where kept.day = activity.day and kept.type = activity.type;

delete from activity where events <= 0;

update activity set day = day * 96 + 48, id = cast(day * 96 + 48 as text) || ' ' || type;

insert into activity (id, day, type, events)
select cast(quarter as text) || ' ' || type, quarter, type, count(*)
from (select cast(floor(at / 900000) as bigint) as quarter, type from events) dated group by quarter, type
on conflict (id) do update set events = activity.events + excluded.events;

alter table activity rename column day to quarter; -- since 1970-01-01 in UTC

create index activity_by_quarter on activity (quarter, type);
