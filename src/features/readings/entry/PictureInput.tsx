import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { formatNumber } from '../../../../text/formatNumber.ts'
import { confidenceLevelOf } from '../../../lib/readings/confidenceLevel.ts'
import { PictureChooser } from '../../../shared/pictures/PictureChooser.tsx'
import { preparePictureFile } from '../../../shared/pictures/pictureFile.ts'
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
  const [refusal, setRefusal] = useState<string | null>(null)
  const url = useObjectUrl(picture)

  const choose = async (file: File) => {
    setRefusal(null)
    const taken = await preparePictureFile(file)
    if (typeof taken === 'string') setRefusal(taken)
    else onPicture(taken)
  }
  return (
    <fieldset className={classes.part}>
      <legend className={classes.legend}>メーター画像（任意）</legend>
      {url !== null && <img className={classes.preview} src={url} alt="選択したメーター画像" />}
      <div className={classes.actions}>
        <PictureChooser isChosen={picture !== null} onFile={choose} onRemove={() => onPicture(null)} />
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
