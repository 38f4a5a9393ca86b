import type { ProblemCode } from '../../runtime/http/problem-codes.ts'
import causes from './problem-causes.json' with { type: 'json' }

/** Cause and fix of each error code. A missing code fails the type check. */
export const PROBLEM_CAUSES: Readonly<Record<ProblemCode, { cause: string; fix: string }>> = causes
