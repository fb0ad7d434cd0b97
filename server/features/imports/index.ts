export { endRestoredImports, returnToBefore, runImport } from './run.ts'
