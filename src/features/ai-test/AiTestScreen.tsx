import { ActionIcon, Box, Button, FileButton } from '@mantine/core'
import { IconBrain, IconPhotoPlus, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useAccount } from '../../lib/queries/account.ts'
import { pictureAccept, preparePictureFile } from '../../shared/pictures/pictureFile.ts'
import { useIsPhone } from '../../ui/layout/breakpoints.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { Tabbed } from '../../ui/layout/Tabbed.tsx'
import { useObjectUrl } from '../../ui/stage/useObjectUrl.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import classes from './AiTest.module.css'
import { AnalysisOptions, type Options } from './AnalysisOptions.tsx'
import { AnalysisWorkspace } from './AnalysisWorkspace.tsx'
import { usePictureSize } from './usePictureSize.ts'

const tabs = [{ name: 'test', label: 'AIテスト', icon: IconBrain }] as const

const defaults: Options = { version: 1, mode: 'none', boost: false }

/** AIテスト: tries the reader on any picture. */
export function AiTestScreen() {
  const { organization } = useAccount()
  const phone = useIsPhone()
  const [picture, setPicture] = useState<Blob | null>(null)
  const [options, setOptions] = useState(defaults)
  const { version, mode, boost } = options
  /** Changes with each picture, and clears what was drawn. */
  const [round, setRound] = useState(0)
  const [isPreparing, setPreparing] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const reset = useRef<() => void>(null)
  const src = useObjectUrl(picture)
  const size = usePictureSize(src)
  const boostNote =
    version === 1
      ? 'AIブーストはv2で利用できます'
      : organization.use_ai_boost
        ? null
        : 'この組織ではAIブーストが有効になっていません'

  const show = (next: Blob | null) => {
    setPicture(next)
    setRound((now) => now + 1)
    setRefusal(null)
  }
  const choose = async (file: File | null) => {
    if (file === null) return
    // Allows selecting the same file again.
    reset.current?.()
    setPreparing(true)
    const taken = await preparePictureFile(file)
    setPreparing(false)
    if (typeof taken === 'string') setRefusal(taken)
    else show(taken)
  }
  const clear = () => {
    show(null)
    setOptions(defaults)
  }
  return (
    <Page title="AIテスト" tabbed>
      <Tabbed tabs={tabs} shown="test">
        <div className={classes.options}>
          <FileButton accept={pictureAccept} onChange={(file) => void choose(file)} resetRef={reset}>
            {(props) => (
              <Button
                {...props}
                variant={picture === null ? 'filled' : 'default'}
                leftSection={<IconPhotoPlus size={20} aria-hidden />}
                loading={isPreparing}
              >
                {picture === null ? '画像を選択' : '画像を変更'}
              </Button>
            )}
          </FileButton>
          <AnalysisOptions options={options} boostNote={boostNote} onChange={setOptions} />
          {phone ? (
            <ActionIcon aria-label="クリア" onClick={clear} disabled={picture === null}>
              <IconTrash size={20} aria-hidden />
            </ActionIcon>
          ) : (
            <Button
              variant="subtle"
              leftSection={<IconTrash size={18} aria-hidden />}
              onClick={clear}
              disabled={picture === null}
            >
              クリア
            </Button>
          )}
        </div>
        {(refusal ?? size.refusal) && (
          <Box component="p" c="var(--abnormal-text)" fz="sm" role="alert">
            {refusal ?? size.refusal}
          </Box>
        )}
        {picture === null && (
          <EmptyState
            icon={IconPhotoPlus}
            title="画像がありません"
            text="「画像を選択」からテストする画像を選んでください。"
          />
        )}
        {picture !== null && src !== null && size.size !== null && (
          <AnalysisWorkspace
            key={`${round} ${mode}`}
            picture={picture}
            src={src}
            size={size.size}
            version={version}
            mode={mode}
            boost={boost}
          />
        )}
      </Tabbed>
    </Page>
  )
}
