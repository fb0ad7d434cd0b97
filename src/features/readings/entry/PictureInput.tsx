import { Button, FileButton, Skeleton } from '@mantine/core'
import { IconPhotoPlus, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { formatNumber } from '../../../../text/formatNumber.ts'
import { confidenceLevelOf } from '../../../lib/readings/confidenceLevel.ts'
import { pictureAccept, preparePictureFile } from '../../../shared/pictures/pictureFile.ts'
import { useObjectUrl } from '../../../ui/stage/useObjectUrl.ts'
import classes from './PictureInput.module.css'
import type { ValueProposal } from './useValueProposal.ts'

interface Props {
  picture: Blob | null
  onPicture: (picture: Blob | null) => void
  proposal: ValueProposal | null
  unit: string | undefined
  decimals: number | null
  onTake: (value: number) => void
}

/** メーター画像: select, preview, remove; the reader's value can be taken over. */
export function PictureInput({ picture, onPicture, proposal, unit, decimals, onTake }: Props) {
  const [shrinking, setShrinking] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const reset = useRef<() => void>(null)
  const url = useObjectUrl(picture)

  const choose = async (file: File | null) => {
    if (file === null) return
    // Allows selecting the same file again.
    reset.current?.()
    setRefusal(null)
    setShrinking(true)
    const taken = await preparePictureFile(file)
    setShrinking(false)
    if (typeof taken === 'string') setRefusal(taken)
    else onPicture(taken)
  }
  return (
    <fieldset className={classes.part}>
      <legend className={classes.legend}>メーター画像（任意）</legend>
      {url !== null && <img className={classes.preview} src={url} alt="選択したメーター画像" />}
      <div className={classes.actions}>
        <FileButton accept={pictureAccept} onChange={(file) => void choose(file)} resetRef={reset}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconPhotoPlus size={20} aria-hidden />}
              loading={shrinking}
            >
              {picture === null ? '画像を選択' : '画像を変更'}
            </Button>
          )}
        </FileButton>
        {picture !== null && (
          <Button
            variant="subtle"
            leftSection={<IconX size={18} aria-hidden />}
            onClick={() => onPicture(null)}
          >
            画像を外す
          </Button>
        )}
      </div>
      {refusal && (
        <p className={classes.error} role="alert">
          {refusal}
        </p>
      )}
      {proposal !== null && (
        <div className={classes.proposal} role="status">
          {proposal.state === 'reading' && (
            <Skeleton className={classes.reading}>画像を読み取っています</Skeleton>
          )}
          {proposal.state === 'unread' && '画像から値を読み取れませんでした。測定値を入力してください。'}
          {proposal.state === 'read' && (
            <>
              <span>
                {`読取値 ${formatNumber(proposal.value, decimals)} ${unit ?? ''}`.trimEnd()}
                {`（信頼度 ${confidenceLevelOf(proposal.confidence).word}）`}
              </span>
              <Button size="sm" variant="light" onClick={() => onTake(proposal.value)}>
                読取値を使う
              </Button>
            </>
          )}
        </div>
      )}
    </fieldset>
  )
}
