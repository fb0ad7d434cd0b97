export { correctSent, withdrawSent } from './amend.ts'
export { attachPicture } from './attach-picture.ts'
export {
  createReading,
  createReportedReadings,
  type ReportedReading,
  receiptsOfReports,
} from './create.ts'
export { evidenceBefore, evidenceIn, type RecentReading, recentReadings } from './evidence.ts'
export { isCumulativeMeter } from './is-cumulative.ts'
export { capturedAt, chosenAt } from './measured-at.ts'
export { isReadable } from './picture-state.ts'
export { countersOf, findPredecessors, hasKnownTime } from './predecessors.ts'
export { presentFound } from './present.ts'
export { readWaiting, stopWaiting } from './read-waiting.ts'
export { judgementSql, rejudge } from './rejudge.ts'
export { findByKey } from './repository.ts'
