-- Alerts of rules that compare with limits keep them for the graph. Those whose rule was deleted have none.
UPDATE alerts SET rule = rule || jsonb_build_object('limits', jsonb_build_object(
    'warning', found.judging -> 'condition' -> 'warning', 'alarm', found.judging -> 'condition' -> 'alarm'))
  FROM alert_rule_cases AS found
  WHERE found.id = alerts.rule_case_id AND found.judging -> 'condition' ->> 'kind' = 'limit';
