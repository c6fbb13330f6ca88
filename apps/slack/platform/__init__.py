"""What the workspace has with the apps installed in it: events, interactions, views, the way out and back.

What happens in a world is told to apps by rows of ``slack_delivery``, in order (:mod:`.reacting`,
:mod:`.interactions`).  A server carries them out (:mod:`.courier`, :mod:`.links`), and what an app answers
becomes an action of the app (:mod:`.answering`).
"""
