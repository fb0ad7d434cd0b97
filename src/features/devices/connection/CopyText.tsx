import { ActionIcon, Flex } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { notify } from '../../../ui/notice/notify.tsx'
import classes from './DeviceConnection.module.css'

interface Props {
  /** What is copied. */
  label: string
  /** As shown. */
  shown: string
  /** As copied, where that differs. */
  copied?: string
  block?: boolean
}

/** A text to copy: an address in one line, or a command as a block. */
export function CopyText({ label, shown, copied = shown, block = false }: Props) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(copied)
      notify.success(`${label}をコピーしました`)
    } catch {
      notify.warning('コピーできませんでした。選択してコピーしてください。')
    }
  }
  return (
    <Flex
      component="span"
      display={block ? 'flex' : 'inline-flex'}
      gap={4}
      align={block ? 'flex-start' : 'center'}
      miw={0}
    >
      <code className={classes.code} data-block={block}>
        {shown}
      </code>
      <ActionIcon variant="subtle" aria-label={`${label}をコピー`} onClick={() => void copy()}>
        <IconCopy size={18} aria-hidden />
      </ActionIcon>
    </Flex>
  )
}
