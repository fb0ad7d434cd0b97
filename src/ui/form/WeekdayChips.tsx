import { Chip, Flex, Input } from '@mantine/core'
import type { ReactNode } from 'react'

/** As a calendar of rounds begins: on Monday. Sunday is 0. */
export const weekdayChoices = [
  { value: '1', label: '月' },
  { value: '2', label: '火' },
  { value: '3', label: '水' },
  { value: '4', label: '木' },
  { value: '5', label: '金' },
  { value: '6', label: '土' },
  { value: '0', label: '日' },
]

interface Props {
  label?: string
  description?: string
  value: string[]
  onChange: (chosen: string[]) => void
  error?: ReactNode
}

/** Days of the week; the form's field is `weekdays`. */
export const WeekdayChips = ({ label = '曜日', description, value, onChange, error }: Props) => (
  <Input.Wrapper label={label} description={description} labelElement="div" error={error}>
    <Chip.Group multiple value={value} onChange={onChange}>
      <Flex
        component="fieldset"
        wrap="wrap"
        gap="8px 4px"
        mt={6}
        bd={0}
        aria-label={label}
        data-path="weekdays"
      >
        {weekdayChoices.map((day) => (
          <Chip key={day.value} size="md" value={day.value} aria-label={`${day.label}曜日`}>
            {day.label}
          </Chip>
        ))}
      </Flex>
    </Chip.Group>
  </Input.Wrapper>
)
