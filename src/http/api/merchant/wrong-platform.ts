import { type Problem, problem } from '../../../runtime/http/problem.ts'

export const WRONG_PLATFORM: Problem = problem({
  code: 'wrong_platform',
  title: 'This is not for stores of this platform',
  detail: 'The API key is right, and its store is one of another platform than this route is for.',
})
