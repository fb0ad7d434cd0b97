import { Box, Button, Flex, Group, Skeleton } from '@mantine/core'
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
    <Flex component="fieldset" direction="column" gap={8} bd={0} miw={0}>
      <Box component="legend" mb={4} fz="md" fw={600}>
        メーター画像（任意）
      </Box>
      {url !== null && <img className={classes.preview} src={url} alt="選択したメーター画像" />}
      <Group gap="8px 12px">
        <PictureChooser isChosen={picture !== null} onFile={choose} onRemove={() => onPicture(null)} />
      </Group>
      {refusal && (
        <Box component="p" fz="sm" c="var(--mantine-color-error)" role="alert">
          {refusal}
        </Box>
      )}
      {proposal !== null && (
        <Group gap="8px 12px" role="status">
          {proposal.state === 'reading' && (
            <Skeleton w="auto" p="4px 12px">
              画像を読み取っています
            </Skeleton>
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
        </Group>
      )}
    </Flex>
  )
}
