export { correctSent, withdrawSent } from './amend.ts'
export { attachPicture } from './attach-picture.ts'
export { type Move, moveReadings } from './bulk/move-readings.ts'
export { moveToMeter, type Place, timesTaken } from './bulk/move-to-meter.ts'
export { selectIds } from './bulk/select-ids.ts'
export { correctReading, deleteReading, judgementOf } from './correct.ts'
export {
  createReading,
  createReportedReadings,
  type ReportedReading,
  receiptsOfReports,
} from './create.ts'
export { evidenceBefore, evidenceIn, type RecentReading, recentReadings } from './evidence.ts'
export { deleteImported, type ImportedReading, importReadings, recordImported } from './imported.ts'
export { isCumulativeMeter } from './is-cumulative.ts'
export { lockForJudging } from './lock-for-judging.ts'
export { mayBoost } from './may-boost.ts'
export { capturedAt, chosenAt } from './measured-at.ts'
export { isReadable, measuringRangeOf, stateOfPicture, valueFieldsOf } from './picture-state.ts'
export { type Counter, countersOf, findPredecessors, hasKnownTime } from './predecessors.ts'
export { presentFound, presentRows } from './present.ts'
export { readFieldsOf } from './read-fields.ts'
export { readWaiting, stopWaiting } from './read-waiting.ts'
export { refuseExcessDigits } from './refuse-excess-digits.ts'
export { judgementSql, rejudge, rejudgeBatch, rejudgingShare } from './rejudge.ts'
export {
  addChange,
  changeReading,
  findByKey,
  findMeterOfReading,
  findReading,
  findReadings,
  lockReading,
  type ReadingRecord,
  type ReadingRow,
} from './repository.ts'
export { restoreReading } from './restore.ts'
export { isOneOf, ofMeters } from './selection.ts'
export { undoDecision } from './undo-decision.ts'
