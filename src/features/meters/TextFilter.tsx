import { Button, Group, Stack, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { textLimit } from '../../../contract/wire.ts'

interface Props {
  /** Of the column. */
  label: string
  value: string
  onSearch: (text: string) => void
}

/** Searches one column for a text. */
export function TextFilter({ label, value, onSearch }: Props) {
  const [typed, setTyped] = useState(value)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(typed.trim())
      }}
    >
      <Stack gap="xs">
        <TextInput
          aria-label={`${label}を検索`}
          placeholder={`${label}を検索`}
          maxLength={textLimit}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          data-autofocus
        />
        <Group gap="xs" grow>
          <Button type="submit" size="sm" leftSection={<IconSearch size={16} aria-hidden />}>
            検索
          </Button>
          <Button size="sm" variant="default" onClick={() => onSearch('')}>
            リセット
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
