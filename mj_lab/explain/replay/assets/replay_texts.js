// The texts of the replay alone: English, Chinese.
Object.assign(MJ.TEXTS, {
  reviewOf: ["{seat}, reviewed by {tactic}", "{tactic} 复盘{seat}家"],
  lostInAll: ["{points} points lost, {each} a decision", "共失 {points} 分，每个决策 {each} 分"],
  accuracy: ["accuracy {figure}", "决策分 {figure}"],
  count_blunder: ["blunders: {count}", "大错 {count}"], count_mistake: ["mistakes: {count}", "错 {count}"], count_slight: ["slight: {count}", "小错 {count}"],
  grade_blunder: ["blunder", "大错"], grade_mistake: ["mistake", "错"], grade_slight: ["slight mistake", "小错"],
  worst: ["The worst decisions", "最大的错"], worstAt: ["step {step}: {points} points lost", "第 {step} 步：失 {points} 分"],
  worstAll: ["All {count} that lost points", "全部 {count} 处"], worstOnly: ["Only the worst", "只看最大的错"],
  lostHere: ["{points} points lost", "失分 {points}"],
  legendWin: ["chance to win", "和牌率"], legendScore: ["expected points", "期望得分"], legendLost: ["points lost (full height {points})", "失分（满格 {points}）"], legendDiffers: ["decisions that differ", "分歧"],
  tryAgain: ["Try again from here", "从这里再打一次"], tryAgainBy: ["To try again from here, type where the record's file is:", "要从这里再打一次，请在原文件所在处输入："],
});
