import { Button, Group, Stack, TextInput } from '@mantine/core'
import { IconFilter, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'

interface Props {
  /** Of the column. */
  label: string
  value: string
  /** `stay`: keep the filter open. */
  onSearch: (text: string, stay: boolean) => void
}

/** Text search in one column: 検索 closes it, 絞り込み keeps it open. */
export function TextFilter({ label, value, onSearch }: Props) {
  const [typed, setTyped] = useState(value)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(typed.trim(), false)
      }}
    >
      <Stack gap="xs">
        <TextInput
          aria-label={`${label}を検索`}
          placeholder={`${label}を検索`}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          data-autofocus
        />
        <Group gap="xs" wrap="nowrap">
          <Button type="submit" size="sm" leftSection={<IconSearch size={16} aria-hidden />}>
            検索
          </Button>
          <Button
            size="sm"
            variant="default"
            onClick={() => {
              setTyped('')
              onSearch('', false)
            }}
          >
            リセット
          </Button>
          <Button
            size="sm"
            variant="default"
            leftSection={<IconFilter size={16} aria-hidden />}
            onClick={() => onSearch(typed.trim(), true)}
          >
            絞り込み
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
