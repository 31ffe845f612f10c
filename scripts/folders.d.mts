/** One sentence for each file or folder that breaks a rule. */
export function fileProblems(files: string[]): string[]
/** One paragraph for each circle of folders, from what each file imports. */
export function folderCircles(imports: Map<string, string[]>): string[]
