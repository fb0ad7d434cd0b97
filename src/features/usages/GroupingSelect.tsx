import { NativeSelect } from '@mantine/core'
import classes from './GroupingSelect.module.css'
import { type Grouping, groupings, type UsageSearch } from './search.ts'

const groupingNames: Record<Grouping | 'meter', string> = {
  meter: 'メーター別',
  group: 'グループ別',
  bearer: '負担先別',
  unit: '単位別',
}

const choices = [
  {
    group: '使用量',
    items: [
      { value: '', label: groupingNames.meter },
      ...groupings.map((value) => ({ value, label: groupingNames[value] })),
    ],
  },
  {
    group: '積算しないメーター',
    items: [
      { value: 'gauges', label: '最大・最小・平均' },
      { value: 'gauges.group', label: 'グループの最大・最小' },
    ],
  },
]

interface Props {
  search: Pick<UsageSearch, 'of' | 'by'>
  onChange: (chosen: Pick<UsageSearch, 'of' | 'by'>) => void
}

/** Chooses what the rows are: usages by meter or added up, or statistics of the other meters. */
export function GroupingSelect({ search: { of, by }, onChange }: Props) {
  return (
    <NativeSelect
      className={classes.select}
      aria-label="集計"
      size="md"
      data={choices}
      value={[of, by].filter(Boolean).join('.')}
      onChange={({ currentTarget: { value } }) => {
        const names = value.split('.')
        onChange({
          of: names[0] === 'gauges' ? 'gauges' : undefined,
          by: groupings.find((each) => names.includes(each)),
        })
      }}
    />
  )
}
