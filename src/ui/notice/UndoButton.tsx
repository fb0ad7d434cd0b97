import { Button, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useHasKeyboard } from '../layout/breakpoints.ts'

/** 元に戻す, also by keyboard shortcut: an open dialog traps the focus. */
export function UndoButton({ undo }: { undo: () => void }) {
  const keys = useHasKeyboard()
  useHotkeys([['mod+Z', undo]])
  return (
    <Button
      size="compact-md"
      variant="default"
      leftSection={<IconArrowBackUp size={18} aria-hidden />}
      aria-keyshortcuts="Control+Z Meta+Z"
      onClick={undo}
    >
      元に戻す
      {keys && (
        <Text span inherit aria-hidden>
          （Ctrl+Z）
        </Text>
      )}
    </Button>
  )
}
