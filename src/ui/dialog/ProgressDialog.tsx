import { Box, Button, Stack, Text } from '@mantine/core'
import { ApiError } from '../../failures/callErrors.ts'
import { failureText } from '../../failures/failureText.ts'
import { Dialog } from './Dialog.tsx'
import type { DownloadProgress } from './download.ts'

export type WorkRun =
  /** `elapsed`: milliseconds until this progress. */
  | { state: 'under way'; progress: DownloadProgress | null; elapsed: number }
  | { state: 'failed'; error: unknown }

interface Props {
  title: string
  /** Title of a failure. */
  failed: string
  /** What the progress counts. */
  counter?: '行' | '件' | '枚'
  /** Null: closed. */
  run: WorkRun | null
  onStop: () => void
  onRetry: () => void
  /** After the dialog has left the page. */
  onClosed?: () => void
}

/** Progress of long work, remaining time, cancel, error. */
export function ProgressDialog({ title, failed, counter = '行', run, onStop, onRetry, onClosed }: Props) {
  return (
    <Dialog
      title={title}
      opened={run !== null}
      onClose={onStop}
      {...(onClosed && { onClosed })}
      width={440}
      actions={
        run?.state === 'failed' ? (
          <>
            <Button variant="default" onClick={onStop}>
              閉じる
            </Button>
            <Button onClick={onRetry}>再試行</Button>
          </>
        ) : (
          <Button variant="default" onClick={onStop}>
            キャンセル
          </Button>
        )
      }
    >
      {run?.state === 'under way' && <Running {...run} counter={counter} />}
      {run?.state === 'failed' && <Failed title={failed} error={run.error} />}
    </Dialog>
  )
}

interface RunningProps {
  progress: DownloadProgress | null
  elapsed: number
  counter: string
}

function Running({ progress, elapsed, counter }: RunningProps) {
  const share = progress && progress.total > 0 ? Math.min(1, progress.done / progress.total) : 0
  const percent = Math.floor(share * 100)
  return (
    <Stack gap="xs">
      {/* The library's bar would be in the script of every list. */}
      <Box
        component="progress"
        value={percent}
        max={100}
        w="100%"
        h={12}
        aria-label="進み具合"
        style={{ accentColor: 'var(--mantine-primary-color-filled)' }}
      />
      <Text className="tabular-nums" role="status">
        {progress === null
          ? '準備しています'
          : `${progress.done.toLocaleString('ja-JP')} / ${progress.total.toLocaleString('ja-JP')} ${counter}（${percent} %）`}
      </Text>
      {share > 0 && (
        <Text fz="sm" c="dimmed">
          {remainingText(elapsed / share, share)}
        </Text>
      )}
    </Stack>
  )
}

/** Remaining time from the estimated total, milliseconds. */
function remainingText(whole: number, share: number): string {
  const seconds = Math.ceil((whole * (1 - share)) / 1000)
  return seconds < 60 ? `残り約${seconds}秒` : `残り約${Math.ceil(seconds / 60)}分`
}

function Failed({ title, error }: { title: string; error: unknown }) {
  const text = failureText(error)
  // For a too large selection the server's message says what to do.
  const issue = error instanceof ApiError ? error.issues[0]?.message : undefined
  return (
    <div role="alert">
      <Text fw={700}>{title}</Text>
      <Text>{issue ?? `${text.title}。${text.detail}`}</Text>
    </div>
  )
}
