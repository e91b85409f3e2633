import { localTime } from "../../app/formats/dates.ts";
import { now, todayStart } from "../../app/formats/day.ts";
import { allTexts } from "../../app/formats/language.ts";
import { formatWeekday } from "../../app/formats/view-formats.ts";
import { can } from "../../app/session/session.ts";
import { today, useDueCare } from "../../data/care/care-data.ts";
import { useOpenOrders } from "../../data/orders/open-orders.ts";
import type { Resource } from "../../data/resource.ts";
import { useInquiries } from "../../data/shop/inquiry-data.ts";
import { firstName } from "../../data/shop/people-data.ts";
import { ViewHead } from "../../ui/list/list-view.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { Adopted } from "./adopted.tsx";
import { Due } from "./due.tsx";
import { PickUps } from "./pick-ups.tsx";
import { Shine } from "./shine.tsx";
import { StoryFeed } from "./story-feed.tsx";
import { Waiting } from "./waiting.tsx";

/** The height reserved while loading, in lines. */
const LINES = 6;

const isAnswered = ({ data, error }: Resource<unknown>) => data !== undefined || error !== undefined;

/** Today's tasks and recent activity. Empty parts are omitted. */
export function TodayView() {
  const { views } = allTexts.value;
  const orders = useOpenOrders();
  const inquiries = useInquiries();
  const due = useDueCare({ until: today() });
  return (
    <>
      <ViewHead title={views.today} isQuiet>
        <p class="greeting">{greeting()}</p>
        <p class="muted">{formatWeekday(todayStart.value)}</p>
      </ViewHead>
      <div class="today">
        <div class="stack today-main">
          <Loaded resource={orders} lines={LINES}>
            {(open) => (
              <Loaded resource={inquiries} lines={LINES}>
                {(asked) => (
                  <>
                    <PickUps orders={open} />
                    <Loaded resource={due} lines={LINES}>
                      {(entries) => (
                        <>
                          <Due entries={entries} />
                          <Waiting orders={open} inquiries={asked} />
                        </>
                      )}
                    </Loaded>
                  </>
                )}
              </Loaded>
            )}
          </Loaded>
          {/* Only after the parts above have loaded, or it would move. */}
          {isAnswered(orders) && isAnswered(inquiries) && isAnswered(due) ? (
            <StoryFeed />
          ) : (
            <Skeleton lines={2 * LINES} />
          )}
        </div>
        <div class="stack today-side">
          {can("orders:read") && <Adopted />}
          {can("pets:read") && can("pets:write") && <Shine />}
        </div>
      </div>
    </>
  );
}

const NOON = 12;
const EVENING = 18;

function greeting(): string {
  const { greetings } = allTexts.value.today;
  const hour = Number(localTime(now()).slice(11, 13));
  const words = hour < NOON ? greetings.morning : hour < EVENING ? greetings.afternoon : greetings.evening;
  return words(firstName());
}
