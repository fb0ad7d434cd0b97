import { ActionIcon, Button, Flex, Group, Menu, Stack } from '@mantine/core'
import {
  IconArrowBackUp,
  IconDotsVertical,
  IconFileZip,
  IconPlayerPause,
  IconRefresh,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { isRemovable } from '../../../../offline/byHand.ts'
import { isDiscardable, ownerOf, type Row } from '../../../../offline/rows.ts'
import { isDamaged, isOnlyHere, isUnsent } from '../../../../offline/sendable.ts'
import { StatusPill, type Tone } from '../../../ui/text/StatusPill.tsx'
import text from '../../../ui/text/Text.module.css'
import { nextStepText, originText, stateErrorText, takeBackText } from '../captureTexts.ts'
import classes from './OutboxRow.module.css'
import { useRowActions } from './useRowActions.ts'

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
  dialog?: ReactNode
  /** Decides an undecided row. */
  decide?: ReactNode
  /** What takes the place of a damaged row. */
  retake?: ReactNode
}

/** One row of the outbox: meter, time, status, actions. */
export function OutboxItem(props: Props) {
  const {
    row,
    organizationId,
    picture,
    line,
    steps,
    done,
    pill,
    items = false,
    dialog,
    decide,
    retake,
  } = props
  const actions = useRowActions(row)
  const unsent = isUnsent(row.state)
  const damaged = isDamaged(row)
  const elsewhere = (unsent || damaged) && ownerOf(row).organizationId !== organizationId
  // A draft or damaged row of another organization shows that instead.
  const todo = elsewhere && (damaged || row.state === 'draft') ? null : nextStepText(row)
  const stuck = unsent && !elsewhere && !damaged && row.state !== 'sending' && row.lastError !== null
  const origin = originText(row)
  const failure = stateErrorText(row)

  return (
    <li className={classes.row}>
      <div className={classes.picture}>{picture}</div>
      <Stack gap={6} miw={0}>
        <p className={classes.name}>{row.meterName}</p>
        <Flex component="p" wrap="wrap" gap="4px 12px" justify="space-between" fz="sm">
          {line}
        </Flex>
        {row.removed === undefined && (
          <ol
            className={classes.steps}
            style={{ gridTemplateColumns: `repeat(${steps.length}, 1fr)` }}
            data-damaged={damaged || undefined}
            aria-label={damaged ? pill.word : `${steps[done - 1]}（${steps.length}段階中${done}）`}
          >
            {steps.map((step, index) => (
              <li key={step} data-done={index < done || undefined} title={step} />
            ))}
          </ol>
        )}
        <Group gap={8}>
          <StatusPill tone={pill.tone}>{pill.word}</StatusPill>
        </Group>
        {origin && <p className={text.small}>{origin}</p>}
        {elsewhere && (
          <p className={text.small}>
            「{row.organizationName}」に{damaged ? '切り替えて撮り直してください' : '切り替えると送信します'}
            。
          </p>
        )}
        {failure && <p className={text.waiting}>{failure}</p>}
        {todo && <p className={text.small}>{todo}</p>}
        {!elsewhere && decide}
        {stuck && (
          <Button
            variant="default"
            className={classes.retry}
            leftSection={<IconRefresh size={18} aria-hidden />}
            onClick={() => void actions.retry()}
          >
            再試行
          </Button>
        )}
        {damaged && isOnlyHere(row.state) && (
          <Group gap={8}>
            {!elsewhere && retake}
            <Button
              variant="default"
              className={classes.retry}
              leftSection={<IconTrash size={18} aria-hidden />}
              onClick={() => void actions.remove()}
            >
              削除
            </Button>
          </Group>
        )}
        {row.removed && !damaged && (
          <Button
            variant="default"
            className={classes.retry}
            leftSection={<IconArrowBackUp size={18} aria-hidden />}
            onClick={() => void actions.takeBack()}
          >
            {takeBackText(row)}
          </Button>
        )}
      </Stack>
      {(isOnlyHere(row.state) || items !== false) && !damaged && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon size={48} aria-label={`「${row.meterName}」のその他の操作`}>
              <IconDotsVertical size={20} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {items}
            {isOnlyHere(row.state) && (
              <Menu.Item
                leftSection={<IconFileZip size={18} aria-hidden />}
                onClick={() => void actions.exportRow()}
              >
                ファイルに書き出す
              </Menu.Item>
            )}
            {isOnlyHere(row.state) &&
              row.state !== 'aside' &&
              row.state !== 'draft' &&
              row.state !== 'sending' && (
                <Menu.Item
                  leftSection={<IconPlayerPause size={18} aria-hidden />}
                  onClick={() => void actions.setAside()}
                >
                  保留にする
                </Menu.Item>
              )}
            {isDiscardable(row) && (
              <Menu.Item
                color="var(--abnormal-text)"
                leftSection={<IconX size={18} aria-hidden />}
                onClick={() => void actions.discard()}
              >
                破棄
              </Menu.Item>
            )}
            {isRemovable(row) && (
              <Menu.Item
                color="var(--abnormal-text)"
                leftSection={<IconTrash size={18} aria-hidden />}
                onClick={() => void actions.remove()}
              >
                削除
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {dialog}
    </li>
  )
}
