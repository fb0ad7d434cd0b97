import { Box, Flex, Loader } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Analysis } from '../../../contract/analyze.ts'
import { formatNumber } from '../../../text/formatNumber.ts'
import { confidenceLevelOf } from '../../lib/readings/confidenceLevel.ts'
import { reasonText } from '../../lib/readings/reasons.ts'
import { Fact } from '../../ui/text/Fact.tsx'
import { StatusPill } from '../../ui/text/StatusPill.tsx'
import type { useAnalysis } from './useAnalysis.ts'

const none = 'データ無し'
const number = (value: number | null) => (value === null ? none : formatNumber(value, null))

/** 結果: what the server read, or why not. */
export function AnalysisResult({ result }: Pick<ReturnType<typeof useAnalysis>, 'result'>) {
  return (
    <Flex component="section" direction="column" gap="xs" aria-label="結果" aria-live="polite">
      {result.state === 'idle' && (
        <Flex component="p" gap="xs" align="center">
          「読み取る」を押すと、ここに結果を表示します。
        </Flex>
      )}
      {result.state === 'running' && (
        <Flex component="p" gap="xs" align="center">
          <Loader size="sm" aria-hidden /> 読み取っています
        </Flex>
      )}
      {result.state === 'failed' && (
        <div>
          <Flex component="strong" gap={6} align="center">
            <IconAlertTriangle size={20} aria-hidden /> 読み込みに失敗しました
          </Flex>
          <Messages messages={result.messages} />
        </div>
      )}
      {result.state === 'read' && (
        <>
          <Messages messages={result.messages} />
          {result.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, may be equal, and are replaced only all at once
            <Row key={index} row={row} />
          ))}
        </>
      )}
    </Flex>
  )
}

const Messages = ({ messages }: { messages: readonly string[] }) =>
  messages.map((message, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: equal texts may come twice
    <p key={index}>{message}</p>
  ))

function Row({ row }: { row: Analysis }) {
  const { word, tone, icon } = confidenceLevelOf(row.confidence)
  return (
    <>
      {row.result_image !== null && (
        <Box component="img" maw="100%" bdrs="md" src={row.result_image} alt="読み取った位置を示した画像" />
      )}
      <div>
        <Fact label="値">
          <Box component="strong" fz={24} className="tabular-nums">
            {number(row.value)}
          </Box>
        </Fact>
        <Fact label="角度">{row.degree === null ? none : `${formatNumber(row.degree, 1)}°`}</Fact>
        <Fact label="文字（OCR）">{row.ocr ?? none}</Fact>
        <Fact label="信頼度">
          <StatusPill tone={tone} icon={icon}>{`${word}（${Math.round(row.confidence * 100)}%）`}</StatusPill>
        </Fact>
        <Fact label="読取の理由">
          {row.reasons.length === 0 ? '無し' : row.reasons.map(reasonText).join('、')}
        </Fact>
        <Fact label="メーター種別">{row.category_name}</Fact>
        <Fact label="位置（x, y）">
          {row.x === null || row.y === null ? none : `${row.x.toFixed(3)}, ${row.y.toFixed(3)}`}
        </Fact>
        <Fact label="AIブースト">{row.ai_boost_enabled ? '使用' : '未使用'}</Fact>
        {row.ai_boost_enabled && <Fact label="AIブースト前の値">{number(row.old_value)}</Fact>}
      </div>
    </>
  )
}
