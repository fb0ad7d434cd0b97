import { IconChartLine } from '@tabler/icons-react'
import { useTakenPicture } from '../../lib/readings/useTakenPicture.ts'
import { CategoryIcon } from '../../shared/categories/CategoryIcon.tsx'
import { IconLink } from '../../ui/layout/IconLink.tsx'
import { ScreenLink } from '../../ui/layout/ScreenLink.tsx'
import { Thumbnail } from '../../ui/stage/Thumbnail.tsx'
import { PlainTime } from '../../ui/text/PlainTime.tsx'
import { CaptureLink, isReadByPhone } from './CaptureLink.tsx'
import { isHeld, LastValue, timeOf } from './LastValue.tsx'
import classes from './MeterCard.module.css'
import type { MeterRow } from './meterRows.ts'

/** On phones: picture, latest value, capture link. */
export function MeterCard({ row }: { row: MeterRow }) {
  const { meter, last, name, unit, category, group, inspection, device } = row
  const held = last && isHeld(last) ? last : null
  const taken = useTakenPicture(held?.id ?? null)
  const locations = [group, inspection, device].filter((place) => place !== null)
  return (
    <article className={classes.card} aria-label={name}>
      <div className={classes.picture}>
        <Thumbnail
          src={taken ?? (held ? null : meter.last_reading?.thumbnail) ?? meter.thumbnail}
          fallback={category && <CategoryIcon category={category} size={36} />}
        />
      </div>
      <div className={classes.facts}>
        <div className={classes.head}>
          <h2 className={classes.name}>
            <ScreenLink route="/meters/$id" params={{ id: String(row.id) }}>
              {name}
            </ScreenLink>
          </h2>
          <IconLink to="/data" search={{ meter: row.id }} aria-label={`${name}のグラフ`}>
            <IconChartLine size={22} aria-hidden />
          </IconLink>
        </div>
        {last ? (
          <div className={classes.last}>
            <LastValue meter={meter} last={last} unit={unit} size="lg" />
            <span className={classes.time}>
              <PlainTime time={timeOf(last)} />
            </span>
          </div>
        ) : (
          <span className={classes.time}>未測定</span>
        )}
        {meter.place_note && <p className={classes.places}>{meter.place_note}</p>}
        {locations.length > 0 && <p className={classes.places}>{locations.join('・')}</p>}
      </div>
      {isReadByPhone(meter) && (
        <div className={classes.action}>
          <CaptureLink meter={meter} large />
        </div>
      )}
    </article>
  )
}
