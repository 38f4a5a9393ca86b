import { type Problem, problem } from '../../../runtime/http/problem.ts'

export const WRONG_PLATFORM: Problem = problem({
  code: 'wrong_platform',
  title: "This route does not serve the store's platform",
  detail: 'The API key is valid, but the route serves stores of other platforms.',
})
