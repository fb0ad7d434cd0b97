import { ActionIcon, Flex } from '@mantine/core'
import { IconCopy, IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { notify } from '../../ui/notice/notify.tsx'

const mask = '•'.repeat(8)

interface Props {
  /** Whose part it is. */
  name: string
  text: string
}

async function copy(what: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify.success(`${what}をコピーしました`)
  } catch {
    notify.warning('コピーできませんでした。表示してから選択してコピーしてください。')
  }
}

const CopyButton = ({ what, text }: { what: string; text: string }) => (
  <ActionIcon variant="subtle" aria-label={`${what}をコピー`} onClick={() => void copy(what, text)}>
    <IconCopy size={18} aria-hidden />
  </ActionIcon>
)

export const AccessKey = ({ name, text }: Props) => (
  <Flex component="span" display="inline-flex" gap={4} align="center">
    <code className="break-anywhere">{text}</code>
    <CopyButton what={`${name}のアクセスキー`} text={text} />
  </Flex>
)

interface SecretProps extends Props {
  /** What the text is. */
  what?: string
}

/** Masked until somebody wants to see it. */
export function SecretKey({ name, text, what: part = 'シークレットキー' }: SecretProps) {
  const [visible, setVisible] = useState(false)
  const what = `${name}の${part}`
  return (
    <Flex component="span" display="inline-flex" gap={4} align="center">
      {visible ? <code className="break-anywhere">{text}</code> : <span aria-hidden>{mask}</span>}
      <ActionIcon
        variant="subtle"
        aria-label={`${what}を${visible ? '隠す' : '表示'}`}
        onClick={() => setVisible(!visible)}
      >
        {visible ? <IconEyeOff size={18} aria-hidden /> : <IconEye size={18} aria-hidden />}
      </ActionIcon>
      <CopyButton what={what} text={text} />
    </Flex>
  )
}
