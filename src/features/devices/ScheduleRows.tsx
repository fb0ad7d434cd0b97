import { Box, Button, CloseButton, NativeSelect } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import {
  describeSchedule,
  type ScheduleChoice,
  scheduleDayChoices,
  scheduleHourChoices,
  scheduleMinuteChoices,
} from '../../../contract/time/schedules.ts'
import growing from '../../ui/form/growingRows.module.css'
import classes from './ScheduleRows.module.css'
import { cronsOfDrafts, emptyDraft, isComplete, type ScheduleDraft } from './scheduleDrafts.ts'

interface Props {
  rows: readonly ScheduleDraft[]
  onChange: (rows: ScheduleDraft[]) => void
  /** Says 未入力です at what is not chosen. */
  missing?: boolean
  /** Of the schedule as a whole. */
  error?: ReactNode
  /** Path of the rows in a form. */
  path?: string
  disabled?: boolean
}

type Field = keyof ScheduleDraft

const fields: readonly { field: Field; label: string; choices: readonly ScheduleChoice[] }[] = [
  { field: 'day', label: '日', choices: scheduleDayChoices },
  { field: 'hour', label: '時', choices: scheduleHourChoices },
  { field: 'minute', label: '分', choices: scheduleMinuteChoices },
]

/** Times of measurement: the last row is chosen, those before it stand as text. */
export function ScheduleRows({ rows, onChange, missing, error, path = 'rows', disabled = false }: Props) {
  const first = useRef<HTMLSelectElement>(null)
  const moves = useRef(false)
  useEffect(() => {
    if (moves.current) first.current?.focus()
    moves.current = false
  })
  const change = (next: ScheduleDraft[]) => {
    moves.current = next.length !== rows.length
    onChange(next)
  }
  const last = rows.length - 1
  const remove = (index: number, text: string) =>
    rows.length > 1 && (
      <CloseButton
        className={growing.remove}
        aria-label={`${text}を削除`}
        disabled={disabled}
        onClick={() => change(rows.filter((_, each) => each !== index))}
      />
    )
  return (
    <fieldset className={growing.rows} aria-label="測定時刻">
      {rows.slice(0, -1).map((row, index) => {
        const text = describeSchedule(cronsOfDrafts([row]))
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows may be equal and have no state of their own
          <div key={index} className={growing.row}>
            <span className={growing.text}>{text}</span>
            {remove(index, text)}
          </div>
        )
      })}
      {rows.slice(-1).map((row) => (
        <div key="last" className={growing.row}>
          <div className={classes.fields}>
            {fields.map(({ field, label, choices }) => (
              <NativeSelect
                key={field}
                label={label}
                size="md"
                data-path={`${path}.${last}.${field}`}
                data={[{ value: '', label: '未選択', disabled: true }, ...choices]}
                value={row[field]}
                error={missing && row[field] === '' && '未入力です'}
                disabled={disabled}
                {...(field === 'day' && { ref: first })}
                onChange={({ currentTarget: { value } }) =>
                  change([...rows.slice(0, -1), { ...row, [field]: value } as ScheduleDraft])
                }
              />
            ))}
          </div>
          {remove(last, '最後の測定時刻')}
        </div>
      ))}
      {error && (
        <Box component="p" c="var(--mantine-color-error)" role="alert">
          {error}
        </Box>
      )}
      <Button
        variant="default"
        leftSection={<IconPlus size={18} aria-hidden />}
        disabled={disabled || !rows.every(isComplete)}
        onClick={() => change([...rows, emptyDraft])}
      >
        測定時刻を追加
      </Button>
    </fieldset>
  )
}
