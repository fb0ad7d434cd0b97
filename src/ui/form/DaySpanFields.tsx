import { Group, Input } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { clearButton } from './clearButton.ts'
import { JapaneseDatesProvider } from './JapaneseDatesProvider.tsx'

/** `YYYY-MM-DD`; undefined: open. */
interface DaySpan {
  from?: string | undefined
  to?: string | undefined
}

interface Props extends DaySpan {
  /** Which day it is, shown above both. */
  label?: string
  size?: 'sm' | 'md'
  onChange: (span: DaySpan) => void
}

/** 開始日 〜 終了日, each of which may be open. */
export function DaySpanFields({ from, to, label: group, size = 'sm', onChange }: Props) {
  const day = (label: string, limits: { minDate?: string; maxDate?: string }) => ({
    ...limits,
    flex: 1,
    miw: 0,
    size,
    'aria-label': label,
    placeholder: label,
    valueFormat: 'YYYY-MM-DD',
    leftSection: <IconCalendar size={18} aria-hidden />,
    clearable: true,
    clearButtonProps: clearButton(`${label}を消す`),
  })
  const days = (
    <Group gap="xs" wrap="nowrap" flex={{ base: 1, sm: '0 1 25rem' }}>
      <DatePickerInput
        {...day('開始日', to === undefined ? {} : { maxDate: to })}
        value={from ?? null}
        onChange={(picked) => onChange({ from: picked ?? undefined, to })}
      />
      <span aria-hidden>〜</span>
      <DatePickerInput
        {...day('終了日', from === undefined ? {} : { minDate: from })}
        value={to ?? null}
        onChange={(picked) => onChange({ from, to: picked ?? undefined })}
      />
    </Group>
  )
  return (
    <JapaneseDatesProvider>
      {group === undefined ? (
        days
      ) : (
        <Input.Wrapper role="group" aria-label={group} label={group} labelElement="div" size={size}>
          {days}
        </Input.Wrapper>
      )}
    </JapaneseDatesProvider>
  )
}
