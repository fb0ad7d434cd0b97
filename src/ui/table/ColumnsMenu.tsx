import { ActionIcon, Button, Checkbox, Popover, Stack } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'

interface Props {
  /** Hideable ones. */
  columns: readonly { key: string; title: string }[]
  /** Keys of the visible ones. */
  shown: readonly string[]
  /** As an icon, where there is little room. */
  compact?: boolean
  onChange: (shown: string[]) => void
}

/** Shows and hides columns. */
export const ColumnsMenu = ({ columns, shown, compact = false, onChange }: Props) => (
  <Popover position="bottom-end" withArrow trapFocus>
    <Popover.Target>
      {compact ? (
        <ActionIcon variant="default" aria-label="表示列">
          <IconColumns3 size={18} aria-hidden />
        </ActionIcon>
      ) : (
        <Button variant="default" leftSection={<IconColumns3 size={18} aria-hidden />}>
          表示列
        </Button>
      )}
    </Popover.Target>
    <Popover.Dropdown>
      <Checkbox.Group aria-label="表示する列" value={[...shown]} onChange={onChange}>
        <Stack gap="sm">
          {columns.map(({ key, title }) => (
            <Checkbox key={key} value={key} label={title} />
          ))}
        </Stack>
      </Checkbox.Group>
    </Popover.Dropdown>
  </Popover>
)
