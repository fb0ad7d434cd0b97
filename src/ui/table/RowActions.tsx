import { ActionIcon, Flex, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface Props {
  /** Name of the row. */
  name: string
  /** Before the deletion. */
  children: ReactNode
  onDelete: () => void
}

/** The buttons of a row, the last of which deletes it by `useRemoval`. */
export const RowActions = ({ name, children, onDelete }: Props) => (
  <Flex component="span" display="inline-flex" gap="xs" align="center" flex="none">
    {children}
    <Tooltip label="削除">
      <ActionIcon
        variant="default"
        c="var(--abnormal-text)"
        aria-label={`${name}を削除`}
        data-removes
        onClick={onDelete}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  </Flex>
)
