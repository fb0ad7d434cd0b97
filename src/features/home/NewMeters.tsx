import { Flex } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Category } from '../../../contract/categories.ts'
import type { Meter } from '../../../contract/meters.ts'
import { nameIn, useMasters } from '../../lib/queries/masters.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { CategoryIcon } from '../../shared/categories/CategoryIcon.tsx'
import { Thumbnail } from '../../ui/stage/Thumbnail.tsx'
import { useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { PlainTime } from '../../ui/text/PlainTime.tsx'
import { HomeTab } from './HomeTab.tsx'
import classes from './NewMeters.module.css'
import { newMeterGroups } from './newMeters.ts'
import { TabSection } from './TabSection.tsx'

/** 新規点検メーター: last month's new meters by age. */
export function NewMeters() {
  const query = useQuery(metersQuery)
  const { categories, units } = useMasters('categories', 'units')
  const now = useCurrentMinute()
  const categoryOf = new Map(categories.map((category) => [category.id, category]))
  return (
    <HomeTab query={query}>
      {(meters) =>
        newMeterGroups(meters, now).map(({ name, label, meters: members }) => (
          <TabSection key={name} label={label} members={members} keyOf={({ id }) => id}>
            {(meter) => (
              <NewMeter
                meter={meter}
                category={categoryOf.get(meter.meter_category_id)}
                unit={nameIn(units, meter.meter_unit_id)}
              />
            )}
          </TabSection>
        ))
      }
    </HomeTab>
  )
}

interface Props {
  meter: Meter
  category: Category | undefined
  unit: string | undefined
}

const NewMeter = ({ meter, category, unit }: Props) => (
  <Link className={classes.tile} to="/meters/$id" params={{ id: String(meter.id) }} preload={false}>
    <span className={classes.picture}>
      <Thumbnail
        src={meter.thumbnail ?? meter.last_reading?.thumbnail ?? null}
        fallback={category && <CategoryIcon category={category} size={40} />}
      />
    </span>
    <Flex component="span" direction="column" flex={1} gap={2} miw={0} p="8px 12px">
      <span className={classes.name}>{meter.name}</span>
      <span className={classes.fact}>
        {category && <CategoryIcon category={category} size={16} />}
        {category?.name ?? '未登録'}
      </span>
      <span className={classes.fact}>単位 {unit ?? '未登録'}</span>
      <span className={classes.fact}>
        登録 <PlainTime time={meter.created_at} />
      </span>
    </Flex>
  </Link>
)
