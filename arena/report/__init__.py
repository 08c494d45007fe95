"""What people see: leaderboards, tellings, lists. Builds rich renderables, prints nothing.

Names, versions and details of faults are other people's text: they go through `untrusted`
into `rich.text.Text`, never into markup.
"""
