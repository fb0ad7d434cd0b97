import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconDotsVertical, IconDownload, IconPhoto, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { readState } from '../../../contract/abnormal.ts'
import { isUnsure } from '../../../contract/prior.ts'
import type { Reading } from '../../../contract/readings.ts'
import { type Capture, isUnsent } from '../../../offline/captures.ts'
import { readBytes, removeCapture, retryCapture } from '../../../offline/outbox.ts'
import { captureReadingQuery } from '../../lib/queries/captures.ts'
import { sanitizeFileName } from '../../lib/sanitizeFileName.ts'
import { savePhotograph } from '../../lib/saveFile.ts'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { notify } from '../../ui/notice/notify.tsx'
import { Thumbnail } from '../../ui/stage/Thumbnail.tsx'
import { StatusPill } from '../../ui/text/StatusPill.tsx'
import { TimeText } from '../../ui/text/TimeText.tsx'
import { ValueText } from '../../ui/text/ValueText.tsx'
import {
  captureFailureText,
  lastStepText,
  nextStepText,
  stateTexts,
  stepsDone,
  stepsOf,
} from './captureTexts.ts'
import classes from './OutboxRow.module.css'
import { sendOutbox } from './outboxSender.ts'
import { useCapturePictureUrl } from './useCapturePictureUrl.ts'

interface Props {
  capture: Capture
  /** Of the session; captures of other organizations wait for theirs. */
  organizationId: number
}

/** One capture: meter, time, status, actions. */
export function OutboxRow({ capture, organizationId }: Props) {
  const { online } = useNetwork()
  const unsent = isUnsent(capture.state)
  const url = useCapturePictureUrl(capture.id, capture.mime, unsent)
  const { data: reading } = useQuery({ ...captureReadingQuery(capture.id), enabled: !unsent })
  const framed = reading?.result_thumbnail ?? null
  const isRead = reading !== undefined && reading.read_state !== readState.unprocessed
  const { word, tone } = stateTexts[capture.state]
  const elsewhere = unsent && capture.organizationId !== organizationId
  // A draft of another organization shows that instead.
  const todo = elsewhere && capture.state === 'draft' ? null : nextStepText(capture.state, online)
  const steps = stepsOf(capture)
  const done = stepsDone(capture, isRead)
  const stuck = unsent && !elsewhere && capture.state !== 'sending' && capture.lastError !== null

  const retry = async () => {
    try {
      await retryCapture(capture.id)
      await sendOutbox('all')
    } catch (error) {
      notify.failure(error, { title: '再送信できませんでした' })
    }
  }
  const save = async () => {
    try {
      const bytes = await readBytes(capture.id)
      if (bytes) await savePhotograph(bytes, capture.mime, fileName(capture))
      else notify.warning('写真が端末に残っていないため、ファイルに保存できません。撮り直してください。')
    } catch (error) {
      notify.failure(error, { title: '写真をファイルに保存できませんでした', retry: () => void save() })
    }
  }
  const remove = async () => {
    const agreed = await confirm({
      title: '撮影を削除しますか',
      text: `「${capture.meterName}」の未送信の写真を、この端末から削除します。元に戻せません。`,
      confirm: '削除',
      destructive: true,
    })
    if (agreed) await removeCapture(capture.id).catch((error: unknown) => notify.failure(error))
  }

  return (
    <li className={classes.row}>
      <div className={classes.picture}>
        <Thumbnail
          src={(online ? framed : null) ?? url ?? framed ?? reading?.thumbnail ?? null}
          fallback={online || unsent ? <IconPhoto aria-hidden /> : <Elsewhere />}
        />
      </div>
      <div className={classes.facts}>
        <p className={classes.name}>{capture.meterName}</p>
        <p className={classes.line}>
          <TimeText time={capture.capturedAt} />
          <CaptureValue capture={capture} reading={isRead ? reading : null} />
        </p>
        <ol className={classes.steps} aria-label={`${steps[done - 1]}（4段階中${done}）`}>
          {steps.map((step, index) => (
            <li key={step} data-done={index < done || undefined} title={step} />
          ))}
        </ol>
        <Group gap={8}>
          <StatusPill tone={isRead ? 'normal' : tone}>{isRead ? lastStepText(capture) : word}</StatusPill>
        </Group>
        {elsewhere && (
          <p className={classes.todo}>「{capture.organizationName}」に切り替えると送信します。</p>
        )}
        {unsent && capture.lastError && (
          <p className={classes.failure}>{captureFailureText(capture.lastError)}</p>
        )}
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
      {unsent && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon size={48} aria-label={`「${capture.meterName}」のその他の操作`}>
              <IconDotsVertical size={20} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconDownload size={18} aria-hidden />} onClick={() => void save()}>
              写真をファイルに保存
            </Menu.Item>
            {(capture.state === 'rejected' || capture.state === 'quarantined') && (
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

/** Instead of a photograph that only the server has. */
const Elsewhere = () => <span className={classes.elsewhere}>電波の届く所で表示</span>

function CaptureValue({ capture, reading }: { capture: Capture; reading: Reading | null }) {
  const value = capture.value ?? reading?.value ?? null
  if (value === null && reading === null) return <span>値は未確定</span>
  return (
    <ValueText
      value={value}
      unit={capture.unit}
      decimals={capture.decimalPoint}
      unsure={capture.value === null && reading !== null && isUnsure(reading)}
      size="sm"
    />
  )
}

/** Meter and local time: 「No.3_20261120-1403」. */
function fileName({ meterName, capturedAt, tzOffset }: Capture): string {
  const local = new Date(capturedAt + tzOffset * 60_000).toISOString()
  const stamp = local.slice(0, 16).replace(/[-:]/g, '').replace('T', '-')
  return `${sanitizeFileName(meterName)}_${stamp}`
}
