import { Button, Drawer, Group, Input, NativeSelect } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { use, useState } from 'react'
import { waitingReasons } from '../../../../contract/readings.ts'
import { useMasters } from '../../../lib/queries/masters.ts'
import { useRestoreFocus } from '../../../ui/dialog/useRestoreFocus.ts'
import { clearButton } from '../../../ui/form/clearButton.ts'
import { JapaneseDatesProvider } from '../../../ui/form/JapaneseDatesProvider.tsx'
import { RowMultiSelect } from '../../../ui/form/RowMultiSelect.tsx'
import { SpanPresetButtons } from '../../../ui/form/SpanPresetButtons.tsx'
import { useHasKeyboard, useIsNarrow } from '../../../ui/layout/breakpoints.ts'
import { TimeZone, useCurrentMinute } from '../../../ui/text/currentMinute.ts'
import { todayIn } from '../../../ui/text/formatTime.ts'
import classes from './SearchDrawer.module.css'
import { type DataFilters, dataSearch, filterKeys, filterLabels, noFilters, waitingLabels } from './search.ts'

const waitingOptions = [
  { value: '', label: 'すべて' },
  ...waitingReasons.map((value) => ({ value, label: waitingLabels[value] })),
]

interface Props {
  filters: DataFilters
  onApply: (filters: DataFilters) => void
  onClose: () => void
}

/** データ検索: meters and days for graph and list. */
export function SearchDrawer({ filters, onApply, onClose }: Props) {
  const narrow = useIsNarrow()
  const keys = useHasKeyboard()
  const masters = useMasters(...filterKeys)
  const today = todayIn(use(TimeZone), useCurrentMinute())
  const [draft, setDraft] = useState(filters)
  useRestoreFocus(true)
  const leave = (next: DataFilters) => {
    onApply(next)
    onClose()
  }
  const day = (name: 'from' | 'to', label: string) => (
    <DatePickerInput
      flex="1 1 180px"
      size="md"
      label={label}
      placeholder="指定なし"
      valueFormat="YYYY/MM/DD"
      leftSection={<IconCalendar size={18} aria-hidden />}
      clearable
      clearButtonProps={clearButton(`${label}を消す`)}
      {...(name === 'from'
        ? draft.to !== undefined && { maxDate: draft.to }
        : draft.from !== undefined && { minDate: draft.from })}
      value={draft[name] ?? null}
      onChange={(picked) => setDraft({ ...draft, [name]: picked ?? undefined })}
    />
  )
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={narrow ? '100%' : 500}
      title={
        // Without a keyboard, a field would open one on the screen, over the others.
        <span tabIndex={-1} data-autofocus={!keys || undefined} className={classes.title}>
          データ検索
        </span>
      }
      closeButtonProps={{ 'aria-label': '閉じる', size: 48 }}
      classNames={{ body: classes.body ?? '', content: classes.content ?? '' }}
    >
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          leave(draft)
        }}
      >
        {filterKeys.map((name, index) => (
          <div key={name}>
            <Input.Label size="md" labelElement="div" aria-hidden>
              {filterLabels[name]}
            </Input.Label>
            <RowMultiSelect
              data-autofocus={(keys && index === 0) || undefined}
              label={filterLabels[name]}
              rows={masters[name]}
              chosen={draft[name]}
              onChoose={(ids) => setDraft({ ...draft, [name]: ids })}
            />
          </div>
        ))}
        <JapaneseDatesProvider>
          <Group gap={16} align="stretch">
            {day('from', '開始日')}
            {day('to', '終了日')}
          </Group>
          <SpanPresetButtons
            today={today}
            chosen={draft}
            recent
            onChoose={({ from, to }) => setDraft({ ...draft, from, to })}
          />
        </JapaneseDatesProvider>
        <NativeSelect
          size="md"
          label="状態"
          description="時刻不明などの測定値だけを一覧に表示します"
          data={waitingOptions}
          value={draft.waiting ?? ''}
          onChange={({ currentTarget: { value } }) =>
            setDraft({ ...draft, waiting: dataSearch.shape.waiting.parse(value || undefined) })
          }
        />
        <div className={classes.actions}>
          <Button variant="default" onClick={() => leave(noFilters)}>
            クリア
          </Button>
          <Button type="submit">適用</Button>
        </div>
      </form>
    </Drawer>
  )
}
