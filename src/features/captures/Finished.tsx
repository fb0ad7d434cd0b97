import { Button, Flex, Group, Stack } from '@mantine/core'
import { IconArrowBackUp, IconCircleCheck, IconList, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CategoryType } from '../../../contract/categories.ts'
import type { Meter } from '../../../contract/meters.ts'
import { isAbnormal, isUnread, readState } from '../../../contract/values/abnormal.ts'
import { readingStateOf } from '../../../contract/values/readingState.ts'
import { hasArrived } from '../../../offline/amendments.ts'
import { isDiscardable, type ValueRow } from '../../../offline/rows.ts'
import { captureReadingQuery } from '../../lib/queries/captures.ts'
import { AbnormalNotice } from '../../shared/ranges/AbnormalNotice.tsx'
import { emptyText, ValueText } from '../../shared/readings/ValueText.tsx'
import buttons from '../../ui/form/LargeButton.module.css'
import { StatusPill } from '../../ui/text/StatusPill.tsx'
import text from '../../ui/text/Text.module.css'
import { lastStepText, standstillText, stateTexts } from './captureTexts.ts'
import { StoppedCapture } from './outbox/StoppedCapture.tsx'

interface Props {
  meter: Meter
  /** Absent where this device has it no longer. */
  capture: ValueRow | undefined
  /** Whether the server may find a value where none was given. */
  readable: boolean
  /** Whether the picture is read as soon as the meter has reading settings. */
  waitsForSettings: boolean
  /** The meter's. */
  type: CategoryType
  unit: string
  /** Of the meter's inspection group: whom to call about an abnormal value. */
  contact: string
  online: boolean
  /** Where the round goes on. */
  next: ReactNode
  /** Another value is entered. */
  onCorrect: () => void
  /** The decision is taken back, or withdrawn if the server may have it. */
  onUndo: () => void
  onAgain: () => void
}

/** The capture's status, and where to go on. */
export function Finished({
  meter,
  capture,
  readable,
  waitsForSettings,
  type,
  unit,
  contact,
  online,
  next,
  onCorrect,
  onUndo,
  onAgain,
}: Props) {
  const { data: reading } = useQuery({
    ...captureReadingQuery(capture?.id ?? ''),
    enabled: capture?.state === 'sent',
  })
  const isWaiting = reading?.read_state === readState.waiting
  const isRead = reading !== undefined && !isUnread(reading.read_state)
  const value = capture?.value ?? null
  const abnormal =
    value === null ? isRead && reading.is_abnormal : isAbnormal({ value, read_state: null }, meter)
  return (
    <Stack gap={12}>
      {!capture || standstillText(capture) !== null ? (
        <StoppedCapture capture={capture} />
      ) : (
        <Group gap={12} align="flex-start" wrap="nowrap" role="status">
          <IconCircleCheck size={32} color="var(--normal-edge)" aria-hidden />
          <Stack gap={4}>
            <Flex component="p" wrap="wrap" gap={4} align="baseline" fw={700}>
              {capture.value !== null ? (
                <>
                  <ValueText
                    value={capture.value}
                    unit={unit}
                    decimals={meter.decimal_point}
                    abnormal={abnormal}
                    size="lg"
                  />
                  で確定しました
                </>
              ) : readable ? (
                'サーバーが値を読み取ります'
              ) : (
                '写真だけを送信します'
              )}
            </Flex>
            <Flex component="p" align="center" wrap="wrap" gap="4px 12px">
              {isWaiting ? (
                <StatusPill tone="waiting">{emptyText(readState.waiting, type)}</StatusPill>
              ) : (
                <StatusPill tone={isRead ? 'normal' : stateTexts[capture.state].tone}>
                  {isRead ? lastStepText(capture) : stateTexts[capture.state].word}
                </StatusPill>
              )}
              {isRead && capture.value === null && (
                <ValueText
                  value={reading.value}
                  unit={unit}
                  decimals={meter.decimal_point}
                  abnormal={reading.is_abnormal}
                  unsure={readingStateOf(reading) === 'unsure'}
                />
              )}
            </Flex>
            {!readable && capture.value === null && (
              <p className={text.small}>
                {waitsForSettings
                  ? '読取の設定が済むと、この写真を読み取ります。値は点検データの画面でも入力できます。'
                  : '値は点検データの画面で入力できます。'}
              </p>
            )}
            {capture.state === 'sent' && capture.sentAt === null && (
              <p className={text.small}>修正した値は、このあと送信します。</p>
            )}
            {capture.state === 'held-auth' ? (
              <p className={text.small}>ログインし直すと送信します。</p>
            ) : (
              !online &&
              capture.state !== 'sent' && <p className={text.small}>電波が戻ると自動で送信します。</p>
            )}
          </Stack>
        </Group>
      )}
      {abnormal && capture?.removed === undefined && (
        <AbnormalNotice
          meter={meter}
          unit={unit}
          contact={contact}
          arrived={capture !== undefined && hasArrived(capture)}
        />
      )}
      {next}
      {capture && standstillText(capture) === null && (
        <div className={buttons.pair}>
          <Button
            className={buttons.other}
            variant="default"
            leftSection={<IconPencil size={20} aria-hidden />}
            onClick={onCorrect}
          >
            {capture.value === null ? '値を入力' : '修正'}
          </Button>
          <Button
            className={buttons.other}
            variant="default"
            leftSection={<IconArrowBackUp size={20} aria-hidden />}
            onClick={onUndo}
          >
            {isDiscardable(capture) ? '元に戻す' : '取り消す'}
          </Button>
        </div>
      )}
      <div className={buttons.pair}>
        <Button className={buttons.other} variant="default" onClick={onAgain}>
          もう一度撮影
        </Button>
        <Button
          className={buttons.other}
          variant={meter.inspection_id === null ? 'filled' : 'default'}
          component={Link}
          to="/meters"
          leftSection={<IconList size={20} aria-hidden />}
        >
          メーター一覧
        </Button>
      </div>
    </Stack>
  )
}
