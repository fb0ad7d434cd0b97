import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconDotsVertical, IconRefresh, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { removeRow, retryRow } from '../../../offline/byHand.ts'
import { isSkip, ownerOf, type Row } from '../../../offline/rows.ts'
import { isUnsent } from '../../../offline/sendable.ts'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { notify } from '../../ui/notice/notify.tsx'
import { StatusPill, type Tone } from '../../ui/text/StatusPill.tsx'
import { nextStepText, sendFailureText } from './captureTexts.ts'
import classes from './OutboxRow.module.css'
import { sendOutbox } from './outboxSender.ts'

interface Props {
  row: Row
  /** Of the session; rows of other organizations wait for theirs. */
  organizationId: number
  picture: ReactNode
  /** Time and value, or reason. */
  line: ReactNode
  steps: readonly string[]
  done: number
  pill: { tone: Tone; word: string }
  /** Menu items besides those of every row. */
  items?: ReactNode
}

/** One row of the outbox: meter, time, status, actions. */
export function OutboxItem({ row, organizationId, picture, line, steps, done, pill, items }: Props) {
  const { online } = useNetwork()
  const unsent = isUnsent(row.state)
  const elsewhere = unsent && ownerOf(row).organizationId !== organizationId
  // A draft of another organization shows that instead.
  const todo = elsewhere && row.state === 'draft' ? null : nextStepText(row, online)
  const stuck = unsent && !elsewhere && row.state !== 'sending' && row.lastError !== null
  const refused = row.state === 'rejected' || row.state === 'quarantined'

  const retry = async () => {
    try {
      await retryRow(row.id)
      await sendOutbox('all')
    } catch (error) {
      notify.failure(error, { title: '再送信できませんでした' })
    }
  }
  const remove = async () => {
    const agreed = await confirm({
      title: isSkip(row) ? 'スキップの記録を削除しますか' : '撮影を削除しますか',
      text: `「${row.meterName}」の未送信の${isSkip(row) ? 'スキップの記録' : '写真'}を、この端末から削除します。元に戻せません。`,
      confirm: '削除',
      destructive: true,
    })
    if (agreed) await removeRow(row.id).catch((error: unknown) => notify.failure(error))
  }

  return (
    <li className={classes.row}>
      <div className={classes.picture}>{picture}</div>
      <div className={classes.facts}>
        <p className={classes.name}>{row.meterName}</p>
        <p className={classes.line}>{line}</p>
        <ol
          className={classes.steps}
          style={{ gridTemplateColumns: `repeat(${steps.length}, 1fr)` }}
          aria-label={`${steps[done - 1]}（${steps.length}段階中${done}）`}
        >
          {steps.map((step, index) => (
            <li key={step} data-done={index < done || undefined} title={step} />
          ))}
        </ol>
        <Group gap={8}>
          <StatusPill tone={pill.tone}>{pill.word}</StatusPill>
        </Group>
        {elsewhere && <p className={classes.todo}>「{row.organizationName}」に切り替えると送信します。</p>}
        {unsent && row.lastError && <p className={classes.failure}>{sendFailureText(row.lastError)}</p>}
        {todo && <p className={classes.todo}>{todo}</p>}
        {stuck && (
          <Button
            variant="default"
            className={classes.retry}
            leftSection={<IconRefresh size={18} aria-hidden />}
            onClick={() => void retry()}
          >
            再試行
          </Button>
        )}
      </div>
      {unsent && (items || refused) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon size={48} aria-label={`「${row.meterName}」のその他の操作`}>
              <IconDotsVertical size={20} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {items}
            {refused && (
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={18} aria-hidden />}
                onClick={() => void remove()}
              >
                削除
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  )
}
