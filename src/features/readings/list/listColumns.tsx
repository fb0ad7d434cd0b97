import { Flex, UnstyledButton } from '@mantine/core'
import type { Category } from '../../../../contract/categories.ts'
import type { Reading } from '../../../../contract/readings.ts'
import { isTimeUnconfirmed } from '../../../../contract/time/timeReasons.ts'
import { readingStateOf } from '../../../../contract/values/readingState.ts'
import { type Masters, nameIn } from '../../../lib/queries/masters.ts'
import { CategoryIcon } from '../../../shared/categories/CategoryIcon.tsx'
import { ReadingStateMark } from '../../../shared/readings/ReadingStateMark.tsx'
import { UnconfirmedTime } from '../../../shared/readings/UnconfirmedTime.tsx'
import { ValueText } from '../../../shared/readings/ValueText.tsx'
import { Thumbnail } from '../../../ui/stage/Thumbnail.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { PlainTime } from '../../../ui/text/PlainTime.tsx'
import { ConsumptionText } from './ConsumptionText.tsx'
import classes from './listColumns.module.css'
import { type FilterKey, filterLabels } from './search.ts'

interface Options {
  masters: Pick<Masters, FilterKey>
  onOpen: (readingId: number) => void
  categoryOf: (id: number) => Category | undefined
}

const cellId = (readingId: number, key: string) => `reading-${readingId}-${key}`

/** On tablets and desktops. */
export function listColumns({ masters, onOpen, categoryOf }: Options): Column<Reading>[] {
  const choice = (key: 'units' | 'groups' | 'inspections') => ({
    title: filterLabels[key],
    filter: { key, options: masters[key] },
  })
  return [
    {
      key: 'picture',
      title: '画像',
      width: '5.25rem',
      cell: ({ result_thumbnail, thumbnail, meter }) => {
        const category = categoryOf(meter.meter_category_id)
        return (
          <span className={classes.picture}>
            <Thumbnail
              src={result_thumbnail ?? thumbnail}
              fallback={category && <CategoryIcon category={category} size={22} />}
            />
          </span>
        )
      },
    },
    {
      key: 'name',
      fixed: true,
      title: 'メーター名',
      width: '15rem',
      cell: (reading) => (
        // The mark is not next to the value, which spreadsheets would then take for text.
        <Flex component="span" wrap="wrap" gap="0 8px" align="center">
          <UnstyledButton
            className={classes.name}
            data-reading={reading.id}
            id={cellId(reading.id, 'name')}
            // A meter has many rows.
            aria-labelledby={['name', 'value', 'time'].map((key) => cellId(reading.id, key)).join(' ')}
            onClick={(event) => {
              // The row would open it again.
              event.stopPropagation()
              onOpen(reading.id)
            }}
          >
            {reading.meter.name}
          </UnstyledButton>
          <ReadingStateMark state={readingStateOf(reading)} unsureElsewhere />
        </Flex>
      ),
    },
    {
      key: 'value',
      fixed: true,
      title: '測定値',
      align: 'right',
      noWrap: true,
      cell: (reading) => (
        <span id={cellId(reading.id, 'value')}>
          <ValueText
            value={reading.value}
            decimals={reading.meter.decimal_point}
            abnormal={reading.is_abnormal}
            unsure={readingStateOf(reading) === 'unsure'}
            state={reading.read_state}
            type={categoryOf(reading.meter.meter_category_id)?.type}
            reasons={reading.reasons}
          />
        </span>
      ),
    },
    {
      key: 'consumption',
      title: '使用量',
      align: 'right',
      noWrap: true,
      cell: ({ consumption, meter }) =>
        consumption && <ConsumptionText consumption={consumption} decimals={meter.decimal_point} />,
    },
    {
      key: 'unit',
      ...choice('units'),
      text: ({ meter }) => nameIn(masters.units, meter.meter_unit_id),
    },
    {
      key: 'time',
      fixed: true,
      title: '測定日時',
      noWrap: true,
      sort: 'time',
      cell: (reading) => (
        <Flex component="span" id={cellId(reading.id, 'time')} display="inline-flex" gap={8} align="center">
          <PlainTime time={reading.created_at} />
          {isTimeUnconfirmed(reading) && <UnconfirmedTime />}
        </Flex>
      ),
    },
    {
      key: 'group',
      ...choice('groups'),
      text: ({ meter }) => nameIn(masters.groups, meter.meter_group_id) ?? '未登録',
    },
    {
      key: 'inspection',
      ...choice('inspections'),
      text: ({ meter }) => nameIn(masters.inspections, meter.inspection_id) ?? '未登録',
    },
  ]
}
